import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import { ApiError, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { AudienceLine } from '../posts/composer/audience-line.tsx';
import { CircleChooser } from '../posts/composer/circle-chooser.tsx';
import '../posts/composer/compose.css';
import { AddsChoice } from './adds-choice.tsx';
import './album.css';
import { addFiles, newAlbumOf, uploadAgain, uploadsSettled, useBatch } from './album-uploads.ts';
import { ChosenPhotos } from './chosen-photos.tsx';
import { changeNewAlbum, findFiles, newAlbumNow, useNewAlbum } from './new-album.ts';
import { AlbumPhotoInput } from './photo-input.tsx';
import { sendAlbum } from './send-album.ts';
import { UploadNote } from './upload-note.tsx';

const texts = words.albums;

type Problems = Partial<Record<'title' | 'content' | 'circleIds' | 'photoIds', string>>;

const problemsIn = (error: unknown): Problems =>
  error instanceof ApiError
    ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
    : {};

/** The form for an album: photos, title, words and circles. */
export function AlbumForm() {
  const client = useQueryClient();
  const me = useUser();
  const place = newAlbumOf(me.id);
  const typed = useNewAlbum(me.id);
  const { files } = useBatch(place);
  const list = useQuery(queryFor(circles.list, {}));
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const isFinding = files.some(({ state }) => state === 'finding');
  useEffect(() => {
    if (isFinding) void findFiles(client, me.id);
  }, [client, isFinding, me.id]);
  const ids = new Set(typed.circleIds);
  // Send only circles that the page shows: a deleted circle is no longer chosen.
  const chosen = (list.data ?? []).filter(({ id }) => ids.has(id));
  const isEmpty = typed.title.trim() === '' && typed.text.trim() === '' && files.length === 0;
  const isOneShared = chosen.length === 1 && chosen[0]?.kind === 'shared';
  const write = (changed: Parameters<typeof changeNewAlbum>[1]) => {
    setProblems({});
    changeNewAlbum(me.id, changed);
  };
  const share = async () => {
    const waiting = !navigator.onLine;
    changeNewAlbum(me.id, {
      circleIds: chosen.map(({ id }) => id),
      adds: isOneShared ? typed.adds : 'author',
      waiting,
    });
    if (waiting) return go('/');
    // The first photos are the album's cover.
    await uploadsSettled(place, limits.albumCover);
    // It was discarded meanwhile.
    if (newAlbumNow(me.id).title === '') return;
    const album = await sendAlbum(client, me.id);
    go(`/post/${album.id}`, { replace: true });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (typed.title.trim() === '') {
      setProblems({ title: messages.albumTitleRequired });
      form.current?.querySelector<HTMLElement>('input[name="title"]')?.focus();
      return;
    }
    setSending(true);
    try {
      await share();
    } catch (error) {
      const found = problemsIn(error);
      if ('photoIds' in found) uploadAgain(client, place);
      setProblems(found);
      toast({ title: texts.failed, text: errorText(error, messages.uploadBroken), tone: 'destructive' });
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="cp" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <div className="stack g12">
        {files.length > 0 ? <ChosenPhotos place={place} files={files} disabled={isSending} /> : null}
        <AlbumPhotoInput
          label={files.length > 0 ? texts.add : texts.choose}
          {...(files.length === 0 && { hint: texts.chooseHint({ most: limits.photosPerAlbum }) })}
          disabled={isSending}
          onFiles={(more) => {
            write({});
            addFiles(client, place, more);
          }}
        />
        <UploadNote place={place} isNew />
      </div>
      <div className="stack g20">
        <TextField
          name="title"
          label={texts.name}
          hint={texts.nameHint}
          autoComplete="off"
          disabled={isSending}
          maxLength={limits.albumTitle}
          value={typed.title}
          error={problems.title}
          onChange={({ currentTarget: { value } }) => write({ title: value })}
        />
        <TextArea
          label={texts.words}
          people
          disabled={isSending}
          value={typed.text}
          count={{ now: [...typed.text.trim()].length, max: limits.textPost }}
          error={problems.content}
          onChange={({ currentTarget: { value } }) => write({ text: value })}
        />
        <CircleChooser
          list={list}
          chosen={ids}
          disabled={isSending}
          error={problems.circleIds}
          onChange={(circleIds) => write({ circleIds })}
        />
        {chosen.length === 0 ? (
          <p className="hint">{texts.onlyMe}</p>
        ) : (
          <AddsChoice value={typed.adds} isOneShared={isOneShared} onChange={(adds) => write({ adds })} />
        )}
      </div>
      <div className="stack g12 sharebar">
        <Button type="submit" size="lg" full disabled={isEmpty} busy={isSending} busyText={texts.sharing}>
          {texts.share({ circles: chosen.length })}
        </Button>
        {chosen.length === 0 ? null : (
          <AudienceLine
            circles={chosen}
            withoutLetters={false}
            hiddenFrom={[]}
            hasPhotos={files.length > 0}
          />
        )}
      </div>
    </form>
  );
}
