import { newIdempotencyKey } from '../../../data/idempotency-key.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { discardItems, undoItem } from '../../../outbox/discard-items.ts';
import { inputChange, type Item } from '../../../outbox/item.ts';
import { addItems, changeItem, itemOf, itemsIn, keepFile } from '../../../outbox/outbox.ts';
import { readSound, waveOf } from './levels.ts';
import type { Recorded } from './record.ts';
import { voiceAmong, type VoiceInput } from './voice-request.ts';

/** The moment or comment that is being written. */
export interface VoiceDraft {
  userId: string;
  /** The place of its items. */
  place: string;
  /** Called when it gets its recording, and when it loses it. */
  onChange?: () => void;
}

/** Stores a recording for the draft. It is sent when that is shared: until then its words may change. */
const keepVoice = async (
  { userId, place, onChange }: VoiceDraft,
  file: Blob,
  input: VoiceInput,
): Promise<void> => {
  const known = voiceAmong(itemsIn(place));
  const [item] = known ? [known] : addItems(userId, [{ kind: 'voice', place, input, state: 'paused' }]);
  if (!item) return;
  const { seconds, wave } = input;
  await keepFile(item, file, inputChange({ seconds, wave }));
  if (!known) onChange?.();
};

/** Stores what has been recorded so far. A longer part replaces it. */
export const keepRecording = (draft: VoiceDraft, { file, seconds, levels }: Recorded): Promise<void> =>
  keepVoice(draft, file, { name: 'voice', seconds, wave: waveOf(levels), words: '' });

/**
 * Takes a file as the recording, unless `signal` was aborted while it was read.
 * @returns why it is refused; null if it is not
 */
export const chooseVoice = async (
  draft: VoiceDraft,
  file: File,
  signal: AbortSignal,
): Promise<string | null> => {
  if (file.size > limits.voiceBytes) return messages.voiceTooLarge;
  const read = await readSound(file);
  if (signal.aborted) return null;
  if (read && read.seconds > limits.voiceSeconds + 1) return messages.voiceTooLong;
  const { seconds, wave } = read ?? { seconds: 0, wave: null };
  await keepVoice(draft, file, { name: file.name || 'voice', seconds, wave, words: '' });
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

export const removeVoice = ({ onChange }: VoiceDraft, { id }: Item): void => {
  discardItems([id]);
  onChange?.();
};
