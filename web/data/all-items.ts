interface Page<Item> {
  items: readonly Item[];
  nextCursor: string | null;
}

/** Reads a list to its end, page by page, and holds all of it in memory. */
export const allItems = async <Item>(
  read: (place: { cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> => {
  const items: Item[] = [];
  let place: { cursor?: string } | null = {};
  while (place) {
    const page: Page<Item> = await read(place);
    items.push(...page.items);
    place = page.nextCursor === null ? null : { cursor: page.nextCursor };
  }
  return items;
};
