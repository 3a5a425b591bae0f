// Loads when the author asks for it.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import type { Output } from '../../../contract/endpoint.ts';
import type { Person, Post } from '../../../contract/shapes.ts';
import * as contract from '../../../contract/audience/audience.ts';
import { receipts } from '../../../contract/audience/take-back.ts';
import { errorText } from '../../data/api.ts';
import { infiniteQueryFor, queryFor } from '../../data/query.ts';
import { Loading, MorePages } from '../../ui/feedback/loading.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';
import { SearchField } from '../members/search-field.tsx';
import { useDebounced } from '../members/search.ts';
import { PersonRow, reasonText, wayOf } from './readers.tsx';
import { SeenAs } from './seen-as.tsx';
import { framesOf } from '../../words/names.ts';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { short } from '../../words/dates.ts';
import { Waiting } from '../../data/waiting.tsx';

const receiptsTexts = words.takingBack;
const from = {
  everyone: receiptsTexts.fromEveryone,
  circles: receiptsTexts.fromCircles,
  people: receiptsTexts.fromPeople,
};

const TakeBackDialog = lazyComponent(() => import('./take-back-dialog.tsx'));

/** The way to take a moment back, and to the receipts of having done so. */
function TakingBack({ post }: { post: Post }) {
  // A receipt, or the choice for null.
  const [open, setOpen] = useState<{ receiptId?: string } | null>(null);
  const { id } = post;
  const query = useInfiniteQuery({
    ...infiniteQueryFor(receipts, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const made = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="mt-4">
      {made.length > 0 ? <h3 className="lab">{receiptsTexts.earlier}</h3> : null}
      <ul className="list">
        {made.map(({ id: receiptId, takenBackAt, takenFrom }) => (
          <li key={receiptId} className="row between wrap min-h-13">
            <span>{from[takenFrom]}</span>
            <Button kind="quiet" size="sm" onClick={() => setOpen({ receiptId })}>
              {receiptsTexts.receiptOf({ at: short(takenBackAt) })}
            </Button>
          </li>
        ))}
      </ul>
      <MorePages query={query} />
      {post.circles.length > 0 ? (
        <Button kind="quiet" icon={Undo2} onClick={() => setOpen({})}>
          {words.postActions.takeBack}
        </Button>
      ) : null}
      {open ? <TakeBackDialog post={post} {...open} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

const texts = words.audience;

interface WhoCanSeeProps {
  post: Post;
  onClose: () => void;
}

/** Shows the author who can see a moment, answers for a typed name, and shows it as one of them gets it. */
export default function WhoCanSee({ post, onClose }: WhoCanSeeProps) {
  const [as, setAs] = useState<Person | null>(null);
  const [back, setBack] = useState<Person | null>(null);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const query = useInfiniteQuery({
    ...infiniteQueryFor(contract.audience, (place) => ({ id: post.id, ...place })),
    staleTime: 0,
  });
  const told = query.data?.pages.at(-1);
  if (as) {
    return (
      <Dialog open onClose={onClose} title={texts.seeAs({ name: displayName(as) })} width="36rem">
        <DialogBody>
          <SeenAs
            post={post}
            person={as}
            frames={told?.frames}
            onBack={() => {
              setBack(as);
              setAs(null);
            }}
          />
        </DialogBody>
      </Dialog>
    );
  }
  return (
    <Dialog open isRead onClose={onClose} title={words.ui.whoCanSee} description={told && describe(told)}>
      <DialogBody>
        <div className="mb-3" role="search">
          <p className="lab mb-1.5" aria-hidden="true">
            {texts.question}
          </p>
          <SearchField label={texts.ask} placeholder={texts.name} value={typed} onChange={setTyped} />
        </div>
        {q === '' ? (
          <>
            <Waiting query={query} loading={words.controls.oneMoment} failed={words.controls.notLoaded} />
            {query.data ? <Readers pages={query.data.pages} back={back} onSeeAs={setAs} /> : null}
            <MorePages query={query} />
            {told ? <Others post={post} told={told} /> : null}
            <TakingBack post={post} />
          </>
        ) : (
          <Answers id={post.id} q={q} isSure={told?.unnamed === 0} back={back} onSeeAs={setAs} />
        )}
      </DialogBody>
    </Dialog>
  );
}

type Page = Output<typeof contract.audience>;

const describe = ({ unnamed, count, frames }: Page): string => {
  const isFramed = frames !== undefined;
  const people = unnamed > 0 ? texts.upTo({ count, isFramed }) : texts.people({ count, isFramed });
  return frames ? `${people} ${words.frames.showToo(framesOf(frames))}` : people;
};

interface Rows {
  /** The person whose view was closed last. */
  back: Person | null;
  onSeeAs: (person: Person) => void;
}

function Readers({ pages, back, onSeeAs }: Rows & { pages: readonly Page[] }) {
  const items = pages.flatMap((page) => page.items);
  if (items.length === 0) return null;
  return (
    <ul className="list" aria-label={texts.list}>
      {items.map(({ member, ...way }) => (
        <PersonRow
          key={member.id}
          person={member}
          text={wayOf(way)}
          isBack={member.id === back?.id}
          onSeeAs={() => onSeeAs(member)}
        />
      ))}
    </ul>
  );
}

/** Says who else can see it, who is left out, and how many could see it earlier. */
function Others({ post, told }: { post: Post; told: Page }) {
  const leftOut = post.hiddenFrom ?? [];
  const lines = [
    told.unnamed > 0 ? texts.unnamed({ count: told.unnamed }) : null,
    leftOut.length > 0 ? texts.youLeftOut({ people: leftOut.map(displayName) }) : null,
    told.formerReaders ? texts.former({ count: told.formerReaders }) : null,
  ].filter((line) => line !== null);
  return lines.map((line) => (
    <p key={line} className="small mut mt-3">
      {line}
    </p>
  ));
}

interface AnswersProps extends Rows {
  id: string;
  q: string;
  /** Nobody can see the moment through a circle that its author has left. */
  isSure: boolean;
}

/** Answers whether the members with a name see the moment. */
function Answers({ id, q, isSure, back, onSeeAs }: AnswersProps) {
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...queryFor(contract.whoSees, { id, q }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (isPending) return <Loading words={words.controls.oneMoment} />;
  if (!data) return <p role="alert">{errorText(error, words.controls.notLoaded)}</p>;
  const nobody = isSure ? texts.nobodyCalled : texts.nobodyKnown;
  return (
    <>
      <p className="small mut empty:hidden" role="status">
        {data.items.length === 0 && !isPlaceholderData ? nobody({ typed: q }) : null}
      </p>
      <ul className="list" aria-label={texts.answers}>
        {data.items.map(({ member, circles, reason }) => (
          <PersonRow
            key={member.id}
            person={member}
            text={
              reason
                ? reasonText(reason, displayName(member))
                : texts.sees({
                    name: displayName(member),
                    circles: circles.map(({ name }) => name),
                    count: circles.map(({ name }) => name).length,
                  })
            }
            isBack={member.id === back?.id}
            onSeeAs={() => onSeeAs(member)}
          />
        ))}
      </ul>
    </>
  );
}
