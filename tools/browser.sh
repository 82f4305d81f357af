#!/bin/bash
# browser.sh installs the browser that the tests of pages open them in, by name, where the system's packages are Debian's and may be installed.
set -euo pipefail
for name in chromium-headless-shell headless_shell chromium chromium-browser google-chrome; do
	if command -v "$name" >/dev/null; then
		exit 0
	fi
done
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
	echo "no browser: install chromium, or chromium-headless-shell" >&2
	exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium-headless-shell fonts-liberation >/dev/null
