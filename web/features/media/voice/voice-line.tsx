// Loads with the first recording of a draft.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import type { Item } from '../../../outbox/item.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Confirm } from '../../../ui/overlay/confirm.ts';
import { words } from '../../../words/words.ts';
import { removeVoice, type VoiceDraft, writeBeside } from './draft-voice.ts';
import RecordedVoice from './recorded-voice.tsx';
import { voiceInputOf } from './voice-request.ts';
import './recorder.css';

const texts = words.voiceRecorder;

interface VoiceLineProps {
  draft: VoiceDraft;
  voice: Item;
  disabled?: boolean;
  /** It has a field for the words beside it. A comment has its own. */
  hasWords?: boolean;
}

/** The recording of a draft: to hear, to describe, to remove. */
export default function VoiceLine({ draft, voice, disabled = false, hasWords = false }: VoiceLineProps) {
  const [isAsked, setAsked] = useState(false);
  const { words: said } = voiceInputOf(voice);
  const { length } = [...said.trim()];
  return (
    <div className="voice-line">
      <RecordedVoice voice={voice} />
      {voice.problem ? <FieldError text={voice.problem.text} /> : null}
      {hasWords ? (
        <TextArea
          label={texts.words}
          hint={texts.wordsHelp}
          rows={2}
          value={said}
          disabled={disabled}
          error={length > limits.voiceWords ? messages.voiceWordsTooLong : undefined}
          onChange={({ currentTarget }) => writeBeside(voice, currentTarget.value)}
        />
      ) : null}
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
          onConfirm={() => removeVoice(draft, voice)}
        />
      ) : null}
    </div>
  );
}
