def with_attributes(node, *attributes):
    """A node with attributes whose names or values make_node does not take."""
    node.attribute.extend(attributes)
    return node
