import { ImageMinus, Pause, Send, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '../../outbox/item.ts';
import { isChosenAgain, kindOf } from '../../outbox/kinds.ts';
import {
  leaveOut,
  maySend,
  mayLeaveOut,
  pauseThing,
  removeThing,
  sendThing,
  type Thing,
} from '../../outbox/things.ts';
import { useFileUrl, usePart } from '../../outbox/use-outbox.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Confirm } from '../../ui/overlay/confirm.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { nameOf } from '../../features/media/photo-sender.ts';
import { words } from '../../words/words.ts';
import { go } from '../navigation.ts';
import './register-kinds.ts';
import { useThingTexts } from './thing-text.ts';

const texts = words.outbox;

const change = async ({ lead }: Thing): Promise<void> => {
  // Without a connection the code may not be there.
  const sender = await kindOf(lead.kind)?.load().catch(console.warn);
  if (!sender) return toast({ title: words.ui.broken, tone: 'destructive' });
  const path = sender.takeBack?.(lead) ?? null;
  if (path === null) toast({ title: texts.blocked, tone: 'destructive' });
  else go(path);
};

/** Why an item was refused, with the name of its file. */
const whyRefused = (item: Item): string | null => {
  const reason = item.problem?.text;
  if (reason === undefined) return null;
  const name = item.label === null ? nameOf(item) : '';
  return name === '' ? reason : words.compose.photos.refused({ name, reason });
};

/** One thing that is on its way: its picture, its state, and what its member can do. */
export function OutboxThing({ thing }: { thing: Thing }) {
  const { what, below, how } = useThingTexts()(thing);
  const part = usePart(thing.items);
  const [isAsking, setAsking] = useState(false);
  const photos = thing.items.filter(({ label }) => label === null);
  const pictured = photos.find(({ state }) => state !== 'refused') ?? photos[0] ?? thing.lead;
  const problems = thing.items.flatMap((item) => whyRefused(item) ?? []);
  const title = thing.lead.label?.title ?? '';
  const isWhole = thing.lead.state !== 'arrived' && kindOf(thing.lead.kind)?.isTakenBack === true;
  return (
    <li className="card pad outbox-thing">
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
            {texts.remove}
          </Button>
        </div>
      </div>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          {...texts.removeDialog}
          onConfirm={() => removeThing(thing)}
        />
      ) : null}
    </li>
  );
}

function Picture({ item }: { item: Item }) {
  const url = useFileUrl(item);
  return url === null ? null : <img className="print" src={url} alt="" decoding="async" />;
}
