import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as account from '../../../contract/account.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import * as calls from '../../../contract/timeline.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import { BlockedPeople } from '../../features/blocking/blocked-people.tsx';
import { MutedPeople } from '../../features/blocking/muted-people.tsx';
import { words } from '../../words/words.ts';
import { api, toastError } from '../../data/api.ts';
import { accountScope, userKey, useUser } from '../../app/session.tsx';
import { Switch } from '../../ui/form/text-field.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { dayMonth, longDay } from '../../words/day.ts';
import { useBringBack } from '../../features/timeline/put-away.ts';
import { Waiting } from '../../data/waiting.tsx';
import '../../features/timeline/this-day.css';

const putAwayTexts = words.thisDay.list;

const titleOf = ({ scope, photo, member }: calls.PutAway): string => {
  const name = member ? displayName(member) : '';
  if (scope === 'photo') return photo?.alt ? putAwayTexts.photo({ name: photo.alt }) : putAwayTexts.photoOf;
  if (scope === 'post') return putAwayTexts.moment({ name });
  return scope === 'member' ? putAwayTexts.everything({ name }) : putAwayTexts.day;
};

const dayOf = ({ scope, day }: calls.PutAway): string | null => {
  if (day === null) return null;
  return scope === 'day' ? dayMonth(day) : longDay(day);
};

/** The photos, moments, people and days that the member has put away from This day, to bring them back. */
function PutAwayCard() {
  const { data, isPending, error } = useQuery({ ...queryFor(calls.listPutAway, {}), staleTime: 0 });
  const back = useBringBack();
  return (
    <section className="card pad" aria-labelledby="put-away">
      <h2 id="put-away">{putAwayTexts.title}</h2>
      <p className="small mut mt-2">{putAwayTexts.text}</p>
      <Waiting
        query={{ isPending, error, data }}
        loading={putAwayTexts.loading}
        failed={putAwayTexts.failed}
      />
      {data?.items.length === 0 ? <p className="mut mt-3">{putAwayTexts.empty}</p> : null}
      {data && data.items.length > 0 ? (
        <ul className="list mt-1">
          {data.items.map((item) => {
            const title = titleOf(item);
            const day = dayOf(item);
            return (
              <ListItem key={`${item.scope} ${item.id}`} className="this-day-moment">
                {item.photo ? (
                  <img src={item.photo.variants.at(0)?.url ?? item.photo.url} alt="" loading="lazy" />
                ) : null}
                <span className="grow">
                  <span className="b block">{title}</span>
                  {day === null ? null : <span className="small mut block">{day}</span>}
                  {item.words ? <span className="people">{item.words}</span> : null}
                </span>
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={putAwayTexts.backOf({ what: day === null ? title : `${title}, ${day}` })}
                  busy={back.isPending && back.variables.id === item.id}
                  onClick={() => back.mutate(item, { onSuccess: () => toast({ title: putAwayTexts.done }) })}
                >
                  {putAwayTexts.back}
                </Button>
              </ListItem>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}

const texts = words.account.privacy;

type Choice = { findableByEmail: boolean } | { listed: boolean };

/** The settings of who can find the member. */
function PrivacyCard() {
  const client = useQueryClient();
  const user = useUser();
  /** Choices since the last answer. */
  const [chosen, setChosen] = useState<Partial<CurrentUser>>({});
  const change = useMutation({
    mutationFn: (choice: Choice) => api(account.edit, choice),
    scope: accountScope,
    onSuccess: (changed) => {
      client.setQueryData(userKey, changed);
      toast({ title: texts.saved });
    },
    onError: (error) => {
      setChosen({});
      toastError(error, words.controls.profileFailed);
    },
  });
  const shown = { ...user, ...(change.isPending && chosen) };
  const choose = (choice: Choice) => {
    setChosen((now) => ({ ...(change.isPending && now), ...choice }));
    change.mutate(choice);
  };
  return (
    <section className="card pad" aria-labelledby="privacy">
      <h2 id="privacy">{texts.title}</h2>
      <div className="mt-2">
        <Switch
          label={texts.findable}
          hint={texts.findableHint}
          checked={shown.findableByEmail}
          onChange={(findableByEmail) => choose({ findableByEmail })}
        />
        <Switch
          label={texts.listed}
          hint={texts.listedHint}
          checked={shown.listed}
          onChange={(listed) => choose({ listed })}
        />
      </div>
    </section>
  );
}

export default function PrivacyPage() {
  return (
    <AccountPage title={words.hub.privacy}>
      <PrivacyCard />
      <BlockedPeople />
      <MutedPeople />
      <PutAwayCard />
    </AccountPage>
  );
}
