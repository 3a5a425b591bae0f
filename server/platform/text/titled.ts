/** The words of a moment as one text: those of an album begin with its title. */
export const titled = (title: string | null, content: string): string =>
  [title ?? '', content].filter((part) => part !== '').join('\n\n');
