// Loads with the first recording that is not shared yet.
import { shortTime } from '../../../../contract/text/short-time.ts';
import type { Item } from '../../../outbox/item.ts';
import { useFileUrl } from '../../../outbox/use-outbox.ts';
import { words } from '../../../words/words.ts';
import VoicePlayer from './voice-player.tsx';
import { voiceInputOf } from './voice-request.ts';

/** A recording that this browser has, to hear. */
export default function RecordedVoice({ voice }: { voice: Item }) {
  const url = useFileUrl(voice);
  const { seconds, wave } = voiceInputOf(voice);
  const label = words.voiceRecorder.mine({ length: shortTime(seconds) });
  return url === null ? null : (
    <VoicePlayer voice={{ url, seconds, wave, type: null, words: null }} name={label} label={label} />
  );
}
