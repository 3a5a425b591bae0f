import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import { X } from 'lucide-react';
import * as circles from '../../../contract/circles.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { useItems, useFileUrl } from '../../outbox/use-outbox.ts';
import { Button } from '../../ui/form/button.tsx';
import { FieldError } from '../../ui/form/field.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { words } from '../../words/words.ts';
import type { Item } from '../../outbox/item.ts';
import { discardItems } from '../../outbox/discard-items.ts';
import { AudienceControl, NoCircles } from '../posts/composer/audience/audience-control.tsx';
import { AudienceLine, chosenAmong } from '../posts/composer/audience/audience-line.tsx';
import '../posts/composer/compose.css';
import '../posts/composer/photos/photos.css';
import { AddsChoice } from './adds-choice.tsx';
import './album.css';
import { albumPlace, newAlbumPlace } from './album-places.ts';
import { changeNewAlbum, useNewAlbum } from './new-album.ts';
import { AlbumPhotoInput } from './photo-input.tsx';
import { choosePhotos } from './share-album.ts';
import type { SharingAlbum } from './sharing-album.ts';
import { UploadNote } from './upload-note.tsx';

const texts = words.albums;

/** A phone decodes each preview in full. */
const maxPreviews = 12;

interface ChosenPhotosProps {
  photos: readonly Item[];
  disabled: boolean;
}

/** The first chosen photos of a new album, and how many there are. */
function ChosenPhotos({ photos, disabled }: ChosenPhotosProps) {
  const more = photos.length - maxPreviews;
  return (
    <>
      <p className="small mut" role="status">
        {texts.chosen({ count: photos.length })}
      </p>
      <ul className="album-chosen">
        {photos.slice(0, maxPreviews).map((photo, index) => (
          <ListItem key={photo.id}>
            <Preview photo={photo} />
            {index === maxPreviews - 1 && more > 0 ? (
              <span className="more">{texts.more({ count: more })}</span>
            ) : (
              <button
                type="button"
                aria-label={texts.remove({ at: index + 1 })}
                disabled={disabled}
                onClick={() => discardItems([photo.id])}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </ListItem>
        ))}
      </ul>
    </>
  );
}

function Preview({ photo }: { photo: Item }) {
  const url = useFileUrl(photo);
  return url === null ? null : <img src={url} alt="" decoding="async" />;
}

/** The form for an album: photos, title, words and circles. */
export function AlbumForm({ sharing }: { sharing: SharingAlbum }) {
  const me = useUser();
  const written = useNewAlbum(me.id);
  const list = useQuery(queryFor(circles.list, {}));
  const form = useRef<HTMLFormElement>(null);
  const { sent, problems, setProblems } = sharing;
  const isSending = sent !== null;
  const typed = sent?.album ?? written;
  const place = sent ? albumPlace(sent.id) : newAlbumPlace;
  const photos = useItems(me.id, place).filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
  // Send only circles that the page shows: a deleted circle is no longer chosen.
  const chosen = chosenAmong(list.data, typed.circleIds);
  const circleIds = chosen.map(({ id }) => id);
  const audience = { circleIds, withoutLetters: false, leftOut: [] };
  const isEmpty = typed.title.trim() === '' && typed.text.trim() === '' && photos.length === 0;
  const isOneShared = chosen.length === 1 && chosen[0]?.kind === 'shared';
  const write = (changed: Parameters<typeof changeNewAlbum>[1]) => {
    setProblems({});
    changeNewAlbum(me.id, changed);
  };
  const share = () =>
    void sharing.share({
      ...typed,
      circleIds,
      adds: isOneShared ? typed.adds : 'author',
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (typed.title.trim() !== '') return share();
    setProblems({ title: messages.albumTitleRequired });
    form.current?.querySelector<HTMLElement>('input[name="title"]')?.focus();
  };
  return (
    <form className="sheetc" ref={form} noValidate onSubmit={submit}>
      <div className="stack g12 inset">
        {photos.length > 0 ? <ChosenPhotos photos={photos} disabled={isSending} /> : null}
        <AlbumPhotoInput
          label={photos.length > 0 ? texts.add : texts.choose}
          {...(photos.length === 0 && { hint: texts.chooseHint({ most: limits.photosPerAlbum }) })}
          disabled={isSending}
          onFiles={(more) => {
            write({});
            choosePhotos(me.id, newAlbumPlace, more);
          }}
        />
        <UploadNote userId={me.id} place={place} />
      </div>
      <div className="stack g20 inset">
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
        {chosen.length === 0 ? null : (
          <AddsChoice
            value={typed.adds}
            isOneShared={isOneShared}
            disabled={isSending}
            onChange={(adds) => write({ adds })}
          />
        )}
      </div>
      <div className="panel">
        {problems.circleIds === undefined ? null : <FieldError text={problems.circleIds} />}
        {isSending ? <p className="tell">{words.edit.underWay.text}</p> : null}
        <NoCircles list={list} />
        {chosen.length > 0 ? (
          <AudienceLine audience={audience} hasPhotos={photos.length > 0} />
        ) : list.data ? (
          <p className="tell">{texts.onlyMe}</p>
        ) : null}
        <div className="panel-row">
          <AudienceControl
            list={list}
            audience={audience}
            circlesOnly
            disabled={isSending}
            onChange={(changed) => write({ circleIds: changed.circleIds ?? circleIds })}
          />
          <Button
            type="submit"
            size="lg"
            aria-label={isSending ? undefined : texts.share({ circles: chosen.length })}
            disabled={isEmpty || !list.data}
            busy={isSending}
          >
            {isSending
              ? words.compose.sharing
              : (chosen.length === 0 ? texts : words.compose).share({ circles: 0 })}
          </Button>
        </div>
      </div>
    </form>
  );
}
