
"use strict";
{
	// A header that is clicked sorts its column: numbers from the largest, text from A.
	const numberIn = (cell) => {
		let text = "";
		for (let node = cell.firstChild; node; node = node.nextSibling) {
			if (node.nodeType === Node.TEXT_NODE) {
				text += node.data;
			}
		}
		const value = parseFloat(text.replaceAll(",", "").replace(/^[^0-9.+-]+/, ""));
		return Number.isNaN(value) ? -Infinity : value;
	};
	const alphabet = new Intl.Collator("en", { numeric: true });
	const sortBy = (header) => {
		const row = header.parentNode;
		const body = header.closest("table").tBodies[0];
		const column = Array.from(row.cells).indexOf(header);
		const numbers = header.classList.contains("n");
		const before = header.getAttribute("aria-sort");
		const down = before ? before === "ascending" : numbers;
		const keyed = Array.from(body.rows, (line) => {
			const cell = line.cells[column];
			return { line, key: numbers ? numberIn(cell) : cell.textContent };
		});
		const ahead = numbers ? (a, b) => a.key === b.key ? 0 : a.key > b.key ? 1 : -1 : (a, b) => alphabet.compare(a.key, b.key);
		keyed.sort((a, b) => down ? ahead(b, a) : ahead(a, b));
		for (const other of row.cells) {
			other.removeAttribute("aria-sort");
		}
		header.setAttribute("aria-sort", down ? "descending" : "ascending");
		const behind = body.nextSibling;
		const table = body.parentNode;
		body.remove(); // rows move faster where nobody looks
		for (const one of keyed) {
			body.append(one.line);
		}
		table.insertBefore(body, behind);
	};
	for (const header of document.querySelectorAll("table:not(.fixed) thead th")) {
		if (header.closest("table").tBodies[0].rows.length > 1) {
			const button = document.createElement("button");
			button.type = "button";
			button.append(...header.childNodes);
			button.addEventListener("click", () => sortBy(header));
			header.append(button);
		}
	}

	// What is pointed at or touched in a picture is named beside the pointer.
	const tip = document.getElementById("tip");
	const told = new WeakMap();
	for (const title of document.querySelectorAll("svg.tips title")) {
		told.set(title.parentNode, title.textContent);
		title.remove();
	}
	const show = (event) => {
		const text = told.get(event.target);
		tip.hidden = text === undefined;
		if (!tip.hidden) {
			tip.textContent = text;
			const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
			tip.style.left = Math.max(8, Math.min(event.clientX + 12, room)) + "px";
			tip.style.top = (event.clientY > 80 ? event.clientY - tip.offsetHeight - 12 : event.clientY + 20) + "px";
		}
	};
	document.addEventListener("pointermove", show);
	document.addEventListener("pointerdown", show);
	document.addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
	document.addEventListener("keydown", (event) => { if (event.key === "Escape") { tip.hidden = true; } });
}
