import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { discardItems, undoItem } from '../../../outbox/discard-items.ts';
import { inputChange, type Item } from '../../../outbox/item.ts';
import { addItems, changeItem, itemOf, itemsIn, keepFile } from '../../../outbox/outbox.ts';
import { readSound, waveOf } from '../../media/voice/levels.ts';
import type { Recorded } from '../../media/voice/record.ts';
import { VoiceInput } from '../../media/voice/voice-request.ts';
import { changeDraft, momentPlace } from './draft.ts';

/** The recording among the items of a moment. */
export const voiceAmong = (items: readonly Item[]): Item | undefined =>
  items.find(({ kind }) => kind === 'voice');

export const voiceInputOf = ({ input }: Item): VoiceInput =>
  VoiceInput.safeParse(input).data ?? { name: 'voice', seconds: 0, wave: null, words: '' };

/** Stores a recording for the moment. It is sent when the moment is shared: until then its words may change. */
const keepVoice = async (userId: string, file: Blob, input: VoiceInput): Promise<void> => {
  const known = voiceAmong(itemsIn(momentPlace));
  const [item] = known
    ? [known]
    : addItems(userId, [{ kind: 'voice', place: momentPlace, input, state: 'paused' }]);
  if (!item) return;
  const { seconds, wave } = input;
  await keepFile(item, file, inputChange({ seconds, wave }));
  // The draft is stored with its first recording.
  if (!known) changeDraft({});
};

/** Stores what has been recorded so far. A longer part replaces it. */
export const keepRecording = (userId: string, { file, seconds, levels }: Recorded): Promise<void> =>
  keepVoice(userId, file, { name: 'voice', seconds, wave: waveOf(levels), words: '' });

/** Takes a file as the recording. @returns why it is refused; null if it is not */
export const chooseVoice = async (userId: string, file: File): Promise<string | null> => {
  if (file.size > limits.voiceBytes) return messages.voiceTooLarge;
  const read = await readSound(file);
  if (read && read.seconds > limits.voiceSeconds + 1) return messages.voiceTooLong;
  const { seconds, wave } = read ?? { seconds: 0, wave: null };
  await keepVoice(userId, file, { name: file.name || 'voice', seconds, wave, words: '' });
  return null;
};

/** Changes the words beside the recording. One that was sent already is sent again. */
export const writeBeside = ({ id }: Item, words: string): void => {
  const item = itemOf(id);
  if (!item) return;
  if (item.state === 'paused') return changeItem(id, inputChange({ words }));
  changeItem(id, { state: 'paused' });
  undoItem(item);
  changeItem(id, (now) => ({
    key: newIdempotencyKey(),
    tries: 0,
    notBefore: 0,
    problem: null,
    result: null,
    input: { ...Object(now.input), words },
  }));
};

export const removeVoice = ({ id }: Item): void => {
  discardItems([id]);
  changeDraft({});
};

/** The change that sends the recording with its moment. */
export const sentWithMoment = ({ state }: Item): Partial<Item> =>
  state === 'arrived' ? {} : { state: 'waiting', problem: null, tries: 0, notBefore: 0 };
