import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../contract/endpoint.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as site from '../../../contract/site.ts';
import { api, errorText } from '../../data/api.ts';
import { queryKey, queryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { PushSwitch } from './push-switch.tsx';

const texts = words.account.choices;

type Choices = Output<typeof notifications.preferences>;
type Kind = notifications.ChosenKind;
type Way = keyof notifications.Choice;

const key = queryKey(notifications.preferences, {});
const isKind = (name: string): name is Kind => Object.hasOwn(texts.kinds, name);
const kinds = Object.keys(texts.kinds).filter(isKind);

const isFixed = (kind: Kind, way: Way): boolean =>
  (way === 'email' && [...notifications.mailedOtherwise, ...notifications.alwaysMailed].includes(kind)) ||
  (way === 'bell' && notifications.alwaysInBell.includes(kind));

/** Every kind of notification with its channels. A tick is saved immediately. On phones the long list is folded. */
export function ChoicesCard() {
  const client = useQueryClient();
  const user = useUser();
  const [open, setOpen] = useState(() => location.hash === '#notifications');
  const { data: stored, isPending, error } = useQuery(queryFor(notifications.preferences, {}));
  const { data: config } = useQuery(queryFor(site.config, {}));
  // Choices made on this page. The answer to an earlier refetch must not replace them.
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const save = useMutation({
    mutationFn: ({ kind, choice }: { kind: Kind; choice: notifications.Choice }) =>
      api(notifications.setPreferences, { [kind]: choice }),
    onSuccess: (_, { kind, choice }) =>
      client.setQueryData<Choices>(key, (now) => now && { ...now, [kind]: choice }),
    onError: (problem) => {
      setChosen({});
      toast({ title: texts.failed, text: errorText(problem), tone: 'destructive' });
      return client.invalidateQueries({ queryKey: key });
    },
  });
  const choose = (kind: Kind, choice: notifications.Choice) => {
    setChosen((now) => ({ ...now, [kind]: choice }));
    save.mutate({ kind, choice });
  };
  const data = stored && { ...stored, ...chosen };
  const shown = kinds.filter(
    (kind) =>
      !notifications.sentOnce.includes(kind) &&
      (user.isAdmin || !notifications.forAdmins.includes(kind)) &&
      (config?.payments.enabled || !notifications.aboutPayments.includes(kind)),
  );
  const sendsNoMail = config?.letters === false;
  const ways: readonly Way[] = [
    'bell',
    ...(sendsNoMail ? [] : (['email'] as const)),
    ...(config?.push ? (['push'] as const) : []),
  ];
  return (
    <section className="card pad" aria-labelledby="notifications">
      <h2 id="notifications">{texts.title}</h2>
      <p className="small mut mt-2 mb-3">{sendsNoMail ? texts.unmailed : texts.text}</p>
      {config?.push ? (
        <div className="mb-3">
          <PushSwitch publicKey={config.push.publicKey} />
        </div>
      ) : null}
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
      {data ? (
        <Button
          kind="quiet"
          full
          icon={open ? ChevronUp : ChevronDown}
          className="mob"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {texts.all}
        </Button>
      ) : null}
      {data ? (
        <table className={open ? 'choices' : 'choices desk'}>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{texts.kind}</span>
              </th>
              {ways.map((way) => (
                <th key={way} scope="col" className="cap dim">
                  {texts[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((kind) => (
              <tr key={kind}>
                <th scope="row">{texts.kinds[kind]}</th>
                {ways.map((way) => (
                  <td key={way}>
                    {isFixed(kind, way) ? (
                      <span className="cap dim">
                        <span aria-hidden="true">{texts.alwaysShort}</span>
                        <span className="vh">{way === 'bell' ? texts.alwaysInBell : texts.always}</span>
                      </span>
                    ) : (
                      <label className="check">
                        <span className="vh">{texts.of({ way: texts[way], kind: texts.kinds[kind] })}</span>
                        <input
                          type="checkbox"
                          checked={data[kind][way]}
                          onChange={(event) =>
                            choose(kind, { ...data[kind], [way]: event.currentTarget.checked })
                          }
                        />
                      </label>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
