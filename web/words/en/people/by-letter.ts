/** Members who take part by e-mail alone. */
export const byLetter = {
  badge: 'by letter',
  text: (name: string) => `${name} takes part by letter: they read and answer by e-mail.`,
};
