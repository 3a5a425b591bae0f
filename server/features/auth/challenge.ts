/**
 * Solves a human check such as `7 + 3`, `9 - 4` or `3 × 5` with a small grammar; no code is evaluated.
 * @returns null for any other text
 */
export const solveChallenge = (question: string): number | null => {
  // Two adjacent runs of blanks would backtrack over every split (ReDoS), for seconds if they are long.
  const match = /^(\d{1,2})\s*([+\-−×])\s*(\d{1,2})(?:\s*=(?:\s*\?)?)?$/.exec(question.trim());
  if (!match) return null;
  const [, first, sign, second] = match;
  const a = Number(first);
  const b = Number(second);
  const max = sign === '×' ? 5 : 10;
  if (a < 1 || b < 1 || a > max || b > max) return null;
  if (sign === '+') return a + b;
  if (sign === '×') return a * b;
  return a >= b ? a - b : null;
};
