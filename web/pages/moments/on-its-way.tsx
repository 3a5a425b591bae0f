import { useEffect, useRef, useState } from 'react';
import { ImageMinus, Pause, Send, Trash2, Undo2 } from 'lucide-react';
import { useUser } from '../../app/session.tsx';
import '../../app/waiting/outbox.css';
import { PaceChoice } from '../../features/media/pace-choice.tsx';
import { kindOf, isChosenAgain } from '../../outbox/kinds.ts';
import { isLosable, itemOf, openOutbox } from '../../outbox/outbox.ts';
import {
  thingsOf,
  leaveOut,
  maySend,
  mayLeaveOut,
  pauseThing,
  removeThing,
  sendThing,
  type Thing,
} from '../../outbox/things.ts';
import { useOutbox, useFileUrl, usePart } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';
import { type Item, withdrawal } from '../../outbox/item.ts';
import { Alert, Progress } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { focusBeside } from '../../ui/hooks/focus-beside.ts';
import { Confirm } from '../../ui/overlay/confirm.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { nameOf } from '../../features/media/photo-sender.ts';
import { go } from '../../app/navigation.ts';
import '../../app/waiting/register-kinds.ts';
import { useThingTexts } from '../../app/waiting/thing-text.ts';

const texts = words.outbox;

const change = async ({ lead }: Thing): Promise<void> => {
  // Without a connection the code may not be there.
  const sender = await kindOf(lead.kind)?.load().catch(console.warn);
  if (!sender) return toast({ title: words.ui.broken, tone: 'destructive' });
  // It may have arrived meanwhile.
  const now = itemOf(lead.id);
  if (!now || now.state === 'arrived') return;
  const path = sender.takeBack?.(now) ?? null;
  if (path === null) toast({ title: texts.blocked, tone: 'destructive' });
  else go(path);
};

/** Why an item was refused, with the name of its file. */
const whyRefused = (item: Item): string | null => {
  const reason = item.problem?.text;
  if (reason === undefined) return null;
  const name = item.label === null && !kindOf(item.kind)?.isUncounted ? nameOf(item) : '';
  return name === '' ? reason : words.compose.photos.refused({ name, reason });
};

/** One thing that is on its way: its picture, its state, and what its member can do. */
function OutboxThing({ thing }: { thing: Thing }) {
  const { what, below, how } = useThingTexts()(thing);
  const part = usePart(thing.items);
  const [isAsking, setAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const photos = thing.items.filter(({ label, kind }) => label === null && !kindOf(kind)?.isUncounted);
  const pictured = photos.find(({ state }) => state !== 'refused') ?? photos[0] ?? thing.lead;
  const problems = thing.items.flatMap((item) => whyRefused(item) ?? []);
  const title = thing.lead.label?.title ?? '';
  const isWhole = thing.lead.state !== 'arrived' && kindOf(thing.lead.kind)?.isTakenBack === true;
  const hasArrived = thing.items.some(({ label, state }) => label !== null && state === 'arrived');
  const staysNowhere = !hasArrived && thing.lead.path !== null;
  return (
    <li ref={row} className="card pad outbox-thing">
      <Picture item={pictured} />
      <div className="grow stack g8">
        {title === '' ? null : <p className="b people wrap-anywhere">{title}</p>}
        <p className="small mut" role="status">
          {below === null ? how : `${below} · ${how}`}
        </p>
        {thing.state === 'sending' ? (
          <Progress label={texts.progress({ what: title || what })} value={part * 100} />
        ) : null}
      </div>
      <div className="whole stack g8">
        {problems.length > 0 ? (
          <Alert tone="warn" role="alert">
            {[...new Set(problems)].join(' ')}
          </Alert>
        ) : null}
        <div className="row wrap g8">
          {maySend(thing) ? (
            <Button kind="quiet" size="sm" icon={Send} onClick={() => sendThing(thing)}>
              {texts.sendNow}
            </Button>
          ) : null}
          {thing.state === 'sending' ? (
            <Button kind="quiet" size="sm" icon={Pause} onClick={() => pauseThing(thing)}>
              {texts.pause}
            </Button>
          ) : null}
          {mayLeaveOut(thing) ? (
            <Button kind="quiet" size="sm" icon={ImageMinus} onClick={() => leaveOut(thing.items)}>
              {words.albums.giveUp}
            </Button>
          ) : null}
          {isWhole ? (
            <Button kind="quiet" size="sm" icon={Undo2} onClick={() => void change(thing)}>
              {isChosenAgain(thing.lead) ? words.imports.open : texts.change}
            </Button>
          ) : null}
          <Button
            kind="ghost"
            size="sm"
            icon={Trash2}
            className="text-danger-text!"
            onPointerEnter={Confirm.preload}
            onClick={() => setAsking(true)}
          >
            {words.controls.delete}
          </Button>
        </div>
      </div>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          {...texts.removeDialog}
          text={staysNowhere ? texts.removeDialog.text : texts.removeDialog.arrivedStays}
          onConfirm={() => {
            focusBeside(row.current);
            removeThing(thing);
          }}
        />
      ) : null}
    </li>
  );
}

/** One thing that is being deleted, which the server may have. */
function WithdrawnThing({ thing }: { thing: Thing }) {
  const { below, how } = useThingTexts()(thing);
  const { label, problem } = thing.lead;
  return (
    <li className="card pad stack g8">
      {label?.title ? <p className="b people wrap-anywhere">{label.title}</p> : null}
      <p className="small mut" role="status">
        {below === null ? how : `${below} · ${how}`}
      </p>
      {problem === null ? null : (
        <>
          <Alert tone="warn" role="alert">
            {problem.text}
          </Alert>
          <Button kind="quiet" size="sm" className="self-start" onClick={() => sendThing(thing)}>
            {words.ui.tryAgain}
          </Button>
        </>
      )}
    </li>
  );
}

function Picture({ item }: { item: Item }) {
  const url = useFileUrl(item);
  return url === null ? null : <img className="print" src={url} alt="" decoding="async" />;
}

/** The things that the member shared and that are not at the server yet. */
export default function OnItsWayPage() {
  const me = useUser();
  const items = useOutbox(me.id);
  const things = thingsOf(items);
  const [readFor, setReadFor] = useState<string | null>(null);
  useEffect(() => void openOutbox(me.id).then(() => setReadFor(me.id)), [me.id]);
  const isRead = readFor === me.id;
  const isUnkept = items.some((item) => item.state !== 'reading' && isLosable(item));
  const goesOn = things.some(({ lead, state }) => lead.kind !== withdrawal && state === 'sending');
  const isWaiting = things.some(({ lead }) => lead.kind !== withdrawal);
  const intro = [isWaiting ? texts.intro : '', isUnkept ? texts.unkept : goesOn ? texts.goesOn : '']
    .join(' ')
    .trim();
  return (
    <main id="main">
      <div className="page">
        <h1 className="mb-2">{texts.title}</h1>
        <p className="mut mb-4">{things.length > 0 ? intro : isRead ? texts.empty : ''}</p>
        <ul className="stack g12">
          {things.map((thing) =>
            thing.lead.kind === withdrawal ? (
              <WithdrawnThing key={thing.id} thing={thing} />
            ) : (
              <OutboxThing key={thing.id} thing={thing} />
            ),
          )}
        </ul>
        {things.some(({ items: own }) => own.some(({ kind }) => kindOf(kind)?.hasFile)) ? (
          <div className="mt-5">
            <PaceChoice />
          </div>
        ) : null}
      </div>
    </main>
  );
}
