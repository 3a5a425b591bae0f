import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import * as circles from '../../../../contract/circles.ts';
import { limits } from '../../../../contract/limits.ts';
import { useUser } from '../../../app/session.tsx';
import { queryFor } from '../../../data/query.ts';
import { useItems, usePart } from '../../../outbox/use-outbox.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';
import { voiceAmong, voiceInputOf } from '../../media/voice/voice-request.ts';
import { MentionArea } from '../../mentions/mention-area.tsx';
import { chosenAmong } from './audience/audience-line.tsx';
import { checkDraft, hasProblems, type Problems, tooLong } from './check-draft.ts';
import { changeDraft, type Draft, momentPlace } from './draft.ts';
import { altOf, photosAmong } from './draft-photos.ts';
import { PhotoChooser } from './photos/photo-chooser.tsx';
import { ShareBar } from './audience/share-bar.tsx';
import type { Sharing } from './sharing.ts';

const texts = words.compose;

const RecorderDialog = lazyComponent(() => import('../../media/voice/recorder-dialog.tsx'));
const VoiceLine = lazyComponent(() => import('../../media/voice/voice-line.tsx'));

/** The part of the limit from which on the number of characters is shown. */
const countFrom = 0.9;

interface ComposeFormProps {
  written: Draft;
  sharing: Sharing;
  /** The question that the moment answers. */
  above: ReactNode;
}

/** The form for a moment: photos, words and audience. */
export function ComposeForm({ written, sharing, above }: ComposeFormProps) {
  const me = useUser();
  const list = useQuery(queryFor(circles.list, {}));
  const form = useRef<HTMLFormElement>(null);
  const { sent, problems, setProblems } = sharing;
  const sending = sent !== null;
  const draft = sent?.draft ?? written;
  const items = useItems(me.id, sent?.moment.place ?? momentPlace);
  const photos = photosAmong(items);
  const voice = voiceAmong(items);
  const [isRecording, setRecording] = useState(false);
  // The draft is stored with its first recording.
  const voiceDraft = { userId: me.id, place: momentPlace, onChange: () => changeDraft({}) };
  const sounding = voice ? [...photos, voice] : photos;
  const uploaded = usePart(sounding);
  // Send only circles that the page shows: a deleted circle is no longer chosen.
  const circleIds = chosenAmong(list.data, draft.circleIds).map(({ id }) => id);
  const length = [...draft.text.trim()].length;
  const settle = (...parts: (keyof Problems)[]) => {
    if (parts.some((name) => name in problems)) {
      setProblems(
        Object.fromEntries(Object.entries(problems).filter(([name]) => !parts.some((p) => p === name))),
      );
    }
  };
  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const focusProblem = (found: Problems) => {
    if (found.content) focusOn('textarea');
    else if (found.circles) focusOn('.audc');
    else if (found.photos) focusOn('.print .bad, .print button, input[type="file"]');
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    const found = checkDraft(draft, photos.map(altOf), voice && voiceInputOf(voice));
    setProblems(found);
    focusProblem(hasProblems(found) ? found : await sharing.share(circleIds));
  };
  const cancel = () => {
    sharing.cancel();
    focusOn('[type="submit"]');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    // Not from a dialog, whose events bubble up here, too.
    if (event.target instanceof Node && form.current?.contains(event.target))
      form.current.querySelector<HTMLElement>('[type="submit"]:enabled')?.click();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <form className="sheetc" ref={form} noValidate onKeyDown={press} onSubmit={(event) => void submit(event)}>
      {above}
      <PhotoChooser
        items={items}
        keepsDays={draft.keepsDays}
        onKeepsDays={(keepsDays) => changeDraft({ keepsDays })}
        disabled={sending}
        error={problems.photos}
        onChange={() => settle('photos', 'content')}
        onVoice={voice || sending ? undefined : () => setRecording(true)}
      />
      {voice && !isRecording ? (
        <VoiceLine draft={voiceDraft} voice={voice} disabled={sending} hasWords />
      ) : null}
      {isRecording ? (
        <RecorderDialog
          of="moment"
          draft={voiceDraft}
          onClose={() => {
            setRecording(false);
            settle('photos', 'content');
          }}
        />
      ) : null}
      <div className="words">
        <MentionArea
          people
          label={<span className="vh">{photos.length > 0 ? texts.caption : texts.text}</span>}
          placeholder={texts.placeholder}
          written={draft}
          place={{ circleIds }}
          disabled={sending}
          {...(length >= limits.textPost * countFrom && { count: { now: length, max: limits.textPost } })}
          error={tooLong(draft) ?? problems.content}
          onWrite={({ text, named }) => {
            settle('content');
            changeDraft({ text, named });
          }}
        />
      </div>
      <ShareBar
        list={list}
        audience={draft}
        onAudience={(changed) => {
          settle('content', 'circles');
          changeDraft(changed);
        }}
        error={problems.circles}
        isFixed={draft.question !== undefined}
        isEmpty={draft.text.trim() === '' && sounding.length === 0}
        progress={sending ? uploaded : null}
        heavy={sounding.length > 0}
        onCancel={cancel}
      />
    </form>
  );
}
