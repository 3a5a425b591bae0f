/** Answers that the server sent inside the document, by their URL. */
export type Answers = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Answers => typeof value === 'object' && value !== null;

/** Takes the answers out of the document; null if it came without any, as from the service worker. */
export const takeAnswers = (): Answers | null => {
  const element = document.getElementById('answers');
  element?.remove();
  const answers: unknown = JSON.parse(element?.textContent ?? 'null');
  return isRecord(answers) ? answers : null;
};
