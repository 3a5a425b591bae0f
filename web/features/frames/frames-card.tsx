import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as frames from '../../../contract/frames.ts';
import { api, toastError } from '../../data/api.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { TimeSince } from '../../ui/text/time-since.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { hourText } from '../delivery/intro.tsx';
import { Waiting } from '../../data/waiting.tsx';

const texts = words.frames;

const AddFrameDialog = lazyComponent(() => import('./add-frame-dialog.tsx'));

/** The member's picture frames, on my account. */
export function FramesCard() {
  const client = useQueryClient();
  const { data: list, isPending, error } = useQuery({ ...queryFor(frames.list, {}), staleTime: 0 });
  const data = list?.items;
  const [adding, setAdding] = useState(false);
  const end = useMutation({
    mutationFn: (id: string) => api(frames.end, { id }),
    onSuccess: () => toast({ title: texts.ended }),
    onError: (failure) => toastError(failure, texts.endFailed),
    // Refetch after errors too, because the frame may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(frames.list, {}) }),
  });
  return (
    <section className="card pad" aria-labelledby="frames">
      <h2 id="frames">{texts.title}</h2>
      <p className="small mut mt-2">{texts.intro}</p>
      <Waiting query={{ isPending, error, data }} loading={texts.loading} failed={texts.loadFailed} />
      {data && data.length > 0 ? (
        <ul className="list mt-1">
          {data.map((frame) => (
            <ListItem key={frame.id} className="row between py-3">
              <span className="grow">
                <span className="b block">{frame.circle.name}</span>
                <span className="small mut block">
                  {texts.since({ device: frame.device, date: date(frame.createdAt) })}
                  {', '}
                  {texts.seen} <TimeSince iso={frame.lastSeenAt} />
                </span>
                {frame.night ? (
                  <span className="small mut block">
                    {texts.night({ from: hourText(frame.night.from), to: hourText(frame.night.to) })}
                  </span>
                ) : null}
              </span>
              <Button
                kind="ghost"
                size="sm"
                aria-label={texts.endOf({ circle: frame.circle.name, device: frame.device })}
                busy={end.isPending && end.variables === frame.id}
                onClick={() => end.mutate(frame.id)}
              >
                {texts.end}
              </Button>
            </ListItem>
          ))}
        </ul>
      ) : null}
      <div className="row wrap mt-3">
        <Button
          kind="quiet"
          onPointerEnter={AddFrameDialog.preload}
          onFocus={AddFrameDialog.preload}
          onClick={() => setAdding(true)}
        >
          {texts.add}
        </Button>
      </div>
      {adding ? <AddFrameDialog onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
