import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import * as circles from '../../../../contract/circles.ts';
import { limits } from '../../../../contract/limits.ts';
import { useUser } from '../../../app/session.tsx';
import { queryFor } from '../../../data/query.ts';
import { useItems, usePart } from '../../../outbox/use-outbox.ts';
import { words } from '../../../words/words.ts';
import { MentionArea } from '../../mentions/mention-area.tsx';
import { checkDraft, hasProblems, type Problems, tooLong } from './check-draft.ts';
import { CircleChooser } from './circle-chooser.tsx';
import { changeDraft, type Draft, momentPlace } from './draft.ts';
import { altOf, photosAmong } from './draft-photos.ts';
import { DaysSwitch } from './days-switch.tsx';
import { LeftOut } from './left-out.tsx';
import { PhotoChooser } from './photo-chooser.tsx';
import { ShareBar } from './share-bar.tsx';
import type { Sharing } from './sharing.ts';

const texts = words.compose;

/** The form for a moment: photos, words and audience. */
export function ComposeForm({ written, sharing }: { written: Draft; sharing: Sharing }) {
  const me = useUser();
  const list = useQuery(queryFor(circles.list, {}));
  const form = useRef<HTMLFormElement>(null);
  const { sent, problems, setProblems } = sharing;
  const sending = sent !== null;
  const draft = sent?.draft ?? written;
  const items = useItems(me.id, sent?.moment.place ?? momentPlace);
  const photos = photosAmong(items);
  const uploaded = usePart(photos);
  const ids = new Set(draft.circleIds);
  // Send only circles that the page shows: a deleted circle is no longer chosen.
  const chosen = (list.data ?? []).filter(({ id }) => ids.has(id));
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
    else if (found.circles) focusOn('input[name="circles"]');
    else if (found.photos) focusOn('[aria-invalid], input[type="file"]');
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    const found = checkDraft(draft, { circles: chosen.length, alts: photos.map(altOf) });
    setProblems(found);
    const wrong = hasProblems(found) ? found : await sharing.share(chosen.map(({ id }) => id));
    focusProblem(wrong);
  };
  const cancel = () => {
    sharing.cancel();
    focusOn('[type="submit"]');
  };
  return (
    <form className="cp" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <PhotoChooser
        items={items}
        disabled={sending}
        error={problems.photos}
        onChange={() => settle('photos', 'content')}
      />
      <div className="stack g20">
        <MentionArea
          people={draft.text !== ''}
          className="min-h-21"
          label={photos.length > 0 ? texts.caption : texts.text}
          placeholder={texts.placeholder}
          written={draft}
          place={{ circleIds: chosen.map(({ id }) => id) }}
          disabled={sending}
          count={{ now: [...draft.text.trim()].length, max: limits.textPost }}
          error={tooLong(draft) ?? problems.content}
          onWrite={({ text, named }) => {
            settle('content');
            changeDraft({ text, named });
          }}
        />
        <CircleChooser
          list={list}
          chosen={ids}
          disabled={sending}
          error={problems.circles}
          onChange={(circleIds) => {
            settle('circles');
            changeDraft({ circleIds });
          }}
        />
        {photos.length > 0 ? (
          <DaysSwitch
            keepsDays={draft.keepsDays}
            disabled={sending}
            onChange={(keepsDays) => changeDraft({ keepsDays })}
          />
        ) : null}
        <LeftOut
          circles={chosen}
          leftOut={draft.leftOut}
          disabled={sending}
          onChange={(leftOut) => {
            settle('content', 'circles');
            changeDraft({ leftOut });
          }}
        />
      </div>
      <ShareBar
        circles={chosen}
        withoutLetters={draft.withoutLetters}
        hiddenFrom={draft.leftOut.map(({ id }) => id)}
        onLetters={(withoutLetters) => changeDraft({ withoutLetters })}
        disabled={draft.text.trim() === '' && photos.length === 0}
        progress={sending ? uploaded : null}
        heavy={photos.length > 0}
        onCancel={cancel}
      />
    </form>
  );
}
