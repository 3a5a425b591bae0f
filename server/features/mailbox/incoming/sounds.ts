import { Readable } from 'node:stream';
import { messages } from '../../../../contract/errors/errors.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import { receiveFile } from '../../../platform/images/receive.ts';
import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';
import { forbidden, Problem } from '../../../platform/problem.ts';
import { addVoice } from '../../media/voices.ts';
import { type Reply, sentenceOf } from './replies.ts';

/** The job retries after these failures. */
export const isTemporary = (problem: Problem): boolean =>
  problem.code === 'unavailable' || problem.code === 'tooMany';

/** Says why the recording of a mail was not taken, and whether the rest of the mail was. */
export const saySound =
  (why: string, taken: 'nothing' | 'rest'): Reply =>
  ({ sounds }) => ({ subject: sounds[taken], about: why });

/** The voice of a mail, or why its recording is not taken; neither where it has none. */
export const takeSound = async (
  context: AppContext,
  viewer: Viewer,
  { mail: { sound }, id }: { mail: Pick<IncomingMail, 'sound'>; id: string },
): Promise<{ voiceId: string | undefined; refused: string | null }> => {
  if (!sound) return { voiceId: undefined, refused: null };
  if (!viewer.isVerified)
    return { voiceId: undefined, refused: sentenceOf(forbidden(messages.verifyToPost), viewer) };
  try {
    await context.limits.consume('voices', String(viewer.id));
    const file = await receiveFile(Readable.from([sound.bytes]), { tmpDir: context.tmpDir, kind: 'sound' });
    try {
      const repeatKey = { key: `sound of mail ${id}`, contentHash: null };
      const voice = await addVoice(context, viewer, file, {}, repeatKey);
      return { voiceId: voice.id, refused: null };
    } finally {
      await file.remove();
    }
  } catch (error) {
    if (!(error instanceof Problem) || isTemporary(error)) throw error;
    return { voiceId: undefined, refused: sentenceOf(error, viewer) };
  }
};
