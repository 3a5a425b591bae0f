/** A sum that a person solves when registering; the server computes it independently. */
export interface Challenge {
  question: string;
  answer: number;
}

type Random = () => number;

const whole = (from: number, to: number, random: Random): number =>
  from + Math.floor(random() * (to - from + 1));

/** Draws numbers from 1 to 10 with + or − (larger minus smaller), or × with factors from 1 to 5. */
export const newChallenge = (random: Random = Math.random): Challenge => {
  const kind = whole(0, 2, random);
  if (kind === 2) {
    const [left, right] = [whole(1, 5, random), whole(1, 5, random)];
    return { question: `${left} × ${right}`, answer: left * right };
  }
  const [one, other] = [whole(1, 10, random), whole(1, 10, random)];
  if (kind === 0) return { question: `${one} + ${other}`, answer: one + other };
  const [larger, smaller] = [Math.max(one, other), Math.min(one, other)];
  return { question: `${larger} - ${smaller}`, answer: larger - smaller };
};
