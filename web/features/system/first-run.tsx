import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import * as circles from '../../../contract/circles.ts';
import { limits } from '../../../contract/limits.ts';
import { isLanguage, type Language, languageNames, type Sharing } from '../../../contract/shapes.ts';
import * as site from '../../../contract/site.ts';
import * as system from '../../../contract/system.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { go } from '../../app/navigation.ts';
import { ApiError, api, errorText } from '../../data/api.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { circlesKey } from '../circles/cache.ts';
import { ChoiceField } from '../circles/choice-field.tsx';
import { Problem } from '../../ui/feedback/alert.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';
import '../circles/circles.css';
import { stepUrl } from './steps.ts';

const texts = words.firstRun;

type Place = Output<typeof system.place>;

const issueOf = (error: Error | null, field: string): string | undefined =>
  error instanceof ApiError ? error.issues.find(({ path }) => path === field)?.message : undefined;

const backOf = (step: 1 | 2 | 3): string => (step === 1 ? '/admin/system' : stepUrl(step === 2 ? 1 : 2));

interface StepProps {
  step: 1 | 2 | 3;
  title: string;
  intro: string;
  children: ReactNode;
}

function Step({ step, title, intro, children }: StepProps) {
  return (
    <RailPage
      back={{ href: backOf(step), label: step === 1 ? words.pageTitles.adminSystem : words.controls.back }}
      title={title}
      intro={intro}
      mark={<p className="small mut">{texts.step({ step })}</p>}
      form
    >
      {children}
    </RailPage>
  );
}

const nextOf = (step: 1 | 2): string => stepUrl(step === 1 ? 2 : 3);

/** The three steps of a new place: its name and language, mail, and the first circle with its first invitation. */
export default function FirstRun({ step, mailForm }: { step: number; mailForm: ReactNode }) {
  const { data: place, error, refetch } = useQuery(queryFor(system.place, {}));
  if (!place)
    return (
      <RailPage
        back={{ href: '/admin/system', label: words.pageTitles.adminSystem }}
        title={words.setup.title}
        form
      >
        {error ? (
          <div className="stack g12 items-start">
            <Problem text={errorText(error)} />
            <Button onClick={() => void refetch()}>{words.ui.tryAgain}</Button>
          </div>
        ) : (
          <Loading words={words.controls.loading} />
        )}
      </RailPage>
    );
  if (step === 1) return <NameStep place={place} />;
  return step === 2 ? <MailStep place={place} form={mailForm} /> : <CircleStep />;
}

function NameStep({ place }: { place: Place }) {
  const client = useQueryClient();
  const [name, setName] = useState(place.name ?? '');
  const [language, setLanguage] = useState<Language>(place.language);
  const { data: config } = useQuery(queryFor(site.config, {}));
  const [chosen, setSharing] = useState<Sharing | null>(null);
  // A new place without payments is mostly a family's.
  const fresh = config?.payments.enabled === false ? 'invited' : 'verified';
  const sharing = chosen ?? (place.isSetUp ? place.sharing : fresh);
  const save = useMutation({
    mutationFn: () =>
      api(system.setPlace, { name, language, ...(!place.isSharingSetOutside && { sharing }) }),
    onSuccess: (changed) => {
      client.setQueryData(queryKey(system.place, {}), changed);
      // It says who may vouch.
      void client.invalidateQueries({ queryKey: queryKey(site.config, {}) });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => go(nextOf(1)) });
  };
  const nameError = issueOf(save.error, 'name');
  return (
    <Step step={1} title={texts.name.title} intro={texts.name.intro}>
      <form noValidate className="stack g20" onSubmit={submit}>
        <Problem text={save.error && nameError === undefined ? errorText(save.error) : null} />
        <TextField
          label={texts.name.name}
          hint={texts.name.nameHint}
          optional
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameError}
          count={{ now: [...name].length, max: limits.placeName }}
        />
        <Select
          label={texts.name.language}
          hint={texts.name.languageHint}
          options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) setLanguage(value);
          }}
        />
        {place.isSharingSetOutside ? (
          <p className="small mut">{texts.sharing.outside({ sharing: place.sharing })}</p>
        ) : (
          <ChoiceField
            label={texts.sharing.label}
            hint={texts.sharing.hint}
            options={[
              { value: 'invited', title: texts.sharing.invited, text: texts.sharing.invitedText },
              { value: 'verified', title: texts.sharing.verified, text: texts.sharing.verifiedText },
            ]}
            value={sharing}
            onChange={setSharing}
          />
        )}
        <Actions skip={nextOf(1)}>
          <Button type="submit" size="lg" busy={save.isPending} busyText={texts.busy}>
            {texts.save}
          </Button>
        </Actions>
      </form>
    </Step>
  );
}

function MailStep({ place: { mail }, form }: { place: Place; form: ReactNode }) {
  return (
    <Step step={2} title={texts.mail.title} intro={texts.mail.intro}>
      <div className="stack g20">
        {mail.server === null ? <p>{texts.mail.none}</p> : null}
        {form}
        {mail.server === null ? (
          <Actions skip={nextOf(2)} />
        ) : (
          <Actions>
            <ButtonLink href={nextOf(2)} kind="quiet" size="lg">
              {texts.next}
            </ButtonLink>
          </Actions>
        )}
      </div>
    </Step>
  );
}

function CircleStep() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const keys = useIdempotencyKeys();
  const create = useMutation({
    mutationFn: () => api(circles.create, { name }, { idempotencyKey: keys.of(name) }),
    onSuccess: () => client.invalidateQueries({ queryKey: circlesKey }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate(undefined, { onSuccess: ({ id }) => go(`/send-invitations?circleId=${id}`) });
  };
  const nameError = issueOf(create.error, 'name');
  return (
    <Step step={3} title={texts.circle.title} intro={texts.circle.intro}>
      <form noValidate className="stack g20" onSubmit={submit}>
        <Problem text={create.error && nameError === undefined ? errorText(create.error) : null} />
        <TextField
          label={texts.circle.name}
          placeholder={texts.circle.placeholder}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={nameError}
          count={{ now: [...name].length, max: limits.circleName }}
        />
        <Actions skip="/">
          <Button type="submit" size="lg" busy={create.isPending} busyText={texts.busy}>
            {texts.circle.submit}
          </Button>
        </Actions>
      </form>
    </Step>
  );
}

function Actions({ skip, children }: { skip?: string; children?: ReactNode }) {
  return (
    <div className="row wrap g12">
      {children}
      {skip === undefined ? null : (
        <ButtonLink href={skip} kind="ghost" size="lg">
          {texts.skip}
        </ButtonLink>
      )}
    </div>
  );
}
