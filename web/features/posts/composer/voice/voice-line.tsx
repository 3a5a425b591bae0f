// Loads with the first recording of a draft.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../contract/limits.ts';
import { messages } from '../../../../../contract/errors/errors.ts';
import { shortTime } from '../../../../../contract/text/short-time.ts';
import type { Item } from '../../../../outbox/item.ts';
import { useFileUrl } from '../../../../outbox/use-outbox.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { FieldError } from '../../../../ui/form/field.tsx';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Confirm } from '../../../../ui/overlay/confirm.ts';
import { words } from '../../../../words/words.ts';
import VoicePlayer from '../../../media/voice/voice-player.tsx';
import { removeVoice, voiceInputOf, writeBeside } from '../draft-voice.ts';
import './recorder.css';

const texts = words.voiceRecorder;

/** The recording of a draft: to hear, to describe, to remove. */
export default function VoiceLine({ voice, disabled }: { voice: Item; disabled: boolean }) {
  const url = useFileUrl(voice);
  const [isAsked, setAsked] = useState(false);
  const { seconds, wave, words: said } = voiceInputOf(voice);
  const { length } = [...said.trim()];
  const label = texts.mine({ length: shortTime(seconds) });
  return (
    <div className="voice-line">
      {url === null ? null : (
        <VoicePlayer voice={{ url, seconds, wave, type: null, words: null }} name={label} label={label} />
      )}
      {voice.problem ? <FieldError text={voice.problem.text} /> : null}
      <TextArea
        label={texts.words}
        hint={texts.wordsHelp}
        rows={2}
        value={said}
        disabled={disabled}
        error={length > limits.voiceWords ? messages.voiceWordsTooLong : undefined}
        onChange={({ currentTarget }) => writeBeside(voice, currentTarget.value)}
      />
      <div>
        <Button kind="quiet" size="sm" icon={Trash2} disabled={disabled} onClick={() => setAsked(true)}>
          {texts.remove}
        </Button>
      </div>
      {isAsked ? (
        <Confirm
          open
          onClose={() => setAsked(false)}
          title={texts.ask}
          text={texts.askText}
          action={texts.discard}
          onConfirm={() => removeVoice(voice)}
        />
      ) : null}
    </div>
  );
}
