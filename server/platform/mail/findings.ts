import type { TryStep } from '../../../contract/settings.ts';
import type { Words } from '../../words/words.ts';

/** The sentences of findings, in the language of the person who asked. */
export type FindingWords = Words['tries'];

/** One finding about a server or a setting, in a sentence. */
export interface Finding {
  kind: 'ok' | 'wrong' | 'note';
  step: TryStep;
  text: string;
}

const of =
  (kind: Finding['kind']) =>
  (step: TryStep, text: string): Finding => ({ kind, step, text });
export const ok = of('ok');
export const wrong = of('wrong');
export const note = of('note');

export const isWrong = ({ kind }: Finding): boolean => kind === 'wrong';

/** The code of an error, or of what caused it. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const longest = 200;

/** The words of another server, on one line: it may be anybody's, and say anything. */
export const oneLine = (text: string): string =>
  (/^[^\r\n]*/.exec(text.trim())?.[0] ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, longest);
