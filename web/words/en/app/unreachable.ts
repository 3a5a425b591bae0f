/** Beside codes and links that no other device can open. */
export const unreachable = {
  text: (host: string) => `Phones can’t reach this place: it only answers on ${host}.`,
  how: 'An administrator can give it an address (PUBLIC_URL).',
  more: 'Give it an address',
};
