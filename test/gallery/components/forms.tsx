import { ArrowUp, Flag, Mail, Share2, Trash2 } from 'lucide-react';
import { messages } from '../../../contract/errors/errors.ts';
import { Button, ButtonLink, TextLink, IconButton } from '../../../web/ui/form/button.tsx';
import { CheckboxRow, PasswordField, TextArea, TextField, Switch } from '../../../web/ui/form/text-field.tsx';
import { Choices } from '../../../web/ui/form/choices.tsx';
import { Field, FieldError } from '../../../web/ui/form/field.tsx';
import { Select } from '../../../web/ui/form/select.tsx';
import { BackLink } from '../../../web/ui/layout/layouts.tsx';
import { words } from '../../../web/words/words.ts';
import { circles, Form, Group, Line, Stateful } from './specimens.tsx';

const { auth, account, circles: circleTexts, reporting } = words;
const kinds = ['primary', 'quiet', 'ghost', 'danger', 'danger-quiet'] as const;

export function Buttons() {
  return (
    <>
      <Group title="Button">
        {kinds.map((kind) => (
          <Line key={kind}>
            <Button kind={kind}>{auth.signIn.submit}</Button>
            <Button kind={kind} icon={Mail}>
              {words.invitations.submit}
            </Button>
            <Button kind={kind} disabled>
              {auth.signIn.submit}
            </Button>
            <Button kind={kind} busyText={words.controls.signingIn}>
              {auth.signIn.submit}
            </Button>
            <Button kind={kind} busy busyText={words.controls.signingIn}>
              {auth.signIn.submit}
            </Button>
          </Line>
        ))}
        <Line>
          <Button size="lg">{auth.signIn.submit}</Button>
          <Button>{auth.signIn.submit}</Button>
          <Button size="sm">{auth.signIn.submit}</Button>
          <Button kind="ghost" size="sm" flush>
            {words.posts.feed.clear}
          </Button>
        </Line>
        <Form>
          <Button size="lg" full>
            {auth.claim.yes}
          </Button>
          <Button size="lg" full kind="quiet">
            {auth.denial.undo}
          </Button>
        </Form>
      </Group>
      <Group title="IconButton">
        <Line>
          <IconButton icon={Share2} label={words.posts.you.share} />
          <IconButton icon={Trash2} label={words.postActions.delete} disabled />
          <IconButton box icon={ArrowUp} label={circleTexts.raise({ name: circles[0]?.name ?? '' })} />
          <IconButton
            box
            disabled
            icon={ArrowUp}
            label={circleTexts.lower({ name: circles[0]?.name ?? '' })}
          />
        </Line>
      </Group>
      <Group title="ButtonLink, TextLink, BackLink">
        <BackLink href="/" label={words.contacts.back} />
        <Line>
          <ButtonLink href="/invite" icon={Mail}>
            {words.contacts.invite}
          </ButtonLink>
          <ButtonLink href="/my-account" kind="quiet">
            {words.profile.account}
          </ButtonLink>
          <TextLink href="/forgot-password">{auth.signIn.forgotten}</TextLink>
          <TextLink href="/report" icon={Flag}>
            {reporting.post}
          </TextLink>
        </Line>
        <p>
          {words.contacts.search.noneHint}{' '}
          <TextLink inline href="/invite">
            {words.contacts.invite}
          </TextLink>
        </p>
      </Group>
    </>
  );
}

const types = Object.entries(reporting.types).map(([value, label]) => ({ value, label }));
const sorts = Object.entries(words.posts.feed.sorts).map(([value, label]) => ({ value, label }));
const choices = [
  { value: 'all', label: words.posts.feed.all },
  ...circles.map(({ id, name, color }, at) => ({ value: id, label: name, color, note: 4 + 3 * at })),
];

export function Fields() {
  const { profile, email } = account;
  return (
    <>
      <Group title="TextField, PasswordField, TextArea">
        <Form>
          <TextField label={words.controls.firstName} />
          <TextField label={words.controls.lastName} defaultValue="Okafor" />
          <TextField label={profile.phone} optional hint={profile.phoneHint} type="tel" />
          <TextField label={words.contacts.search.label} placeholder={words.contacts.search.placeholder} />
          <TextField label={words.controls.username} disabled defaultValue="maya" />
          <TextField
            label={email.email}
            defaultValue="maya@"
            errorTitle={words.invitations.invalidEmail}
            error={messages.emailInvalid}
          />
          <TextField
            label={words.controls.username}
            defaultValue="._."
            hint={profile.usernameHint}
            error={messages.usernameInvalid}
          />
          <TextField label={words.controls.email} invalid />
          <div className="two">
            <TextField label={words.controls.firstName} error={messages.firstNameRequired} />
            <TextField label={words.controls.lastName} defaultValue="Okafor" />
          </div>
          <PasswordField label={words.controls.password} autoComplete="off" defaultValue="eleven-lemons" />
          <PasswordField label={auth.reset.password} autoComplete="off" hint={auth.reset.intro} />
          <TextArea label={profile.bio} optional count={{ now: 0, max: 500 }} />
          <TextArea
            label={words.compose.caption}
            people
            defaultValue={words.invitations.defaultMessage}
            count={{ now: 512, max: 500 }}
            error={messages.bioTooLong}
          />
        </Form>
      </Group>
      <Group title="Select, Field, FieldError">
        <Form>
          <Select label={reporting.dialog.type} options={types} defaultValue="harassment" />
          <Select label={reporting.dialog.type} options={types} disabled />
          <Select label={reporting.dialog.type} options={types} error={messages.invalid} />
          <Field label={circleTexts.form.color} hint={circleTexts.form.colorHint}>
            {(control) => <input {...control} type="color" defaultValue="#2563eb" />}
          </Field>
          <FieldError text={messages.fillCredentials} />
        </Form>
      </Group>
    </>
  );
}

export function Selections() {
  return (
    <>
      <Group title="CheckboxRow, Switch">
        <Form>
          <div>
            <CheckboxRow
              label={circles[0]?.name}
              color={circles[0]?.color}
              note={circleTexts.members({ count: 8 })}
              defaultChecked
            />
            <CheckboxRow
              label={circles[1]?.name}
              color={circles[1]?.color}
              note={circleTexts.members({ count: 12 })}
            />
            <CheckboxRow
              label={circles[2]?.name}
              color={circles[2]?.color}
              note={words.contacts.addDialog.already}
              disabled
              defaultChecked
            />
            <CheckboxRow label={circleTexts.form.earlier} note={circleTexts.form.earlierHint} />
            <CheckboxRow label={circleTexts.form.earlier} disabled />
          </div>
          <div>
            {[false, true].map((start) => (
              <Stateful key={String(start)} start={start}>
                {(checked, onChange) => (
                  <Switch
                    label={circleTexts.form.earlier}
                    hint={circleTexts.form.earlierHint}
                    checked={checked}
                    onChange={onChange}
                  />
                )}
              </Stateful>
            ))}
            <Switch label={circleTexts.form.earlier} checked disabled onChange={() => undefined} />
          </div>
        </Form>
      </Group>
      <Group title="Choices">
        <Stateful start="family">
          {(value, onChange) => (
            <>
              <div className="w-full min-w-0">
                <Choices
                  look="chips"
                  label={words.posts.feed.show}
                  choices={choices}
                  value={value}
                  onChange={onChange}
                />
              </div>
              <Choices
                look="list"
                className="w-66"
                label={words.posts.feed.show}
                choices={choices}
                value={value}
                onChange={onChange}
              />
            </>
          )}
        </Stateful>
        <Stateful start="oldest">
          {(value, onChange) => (
            <div className="w-full min-w-0">
              <Choices
                look="segments"
                label={words.posts.feed.show}
                choices={sorts}
                value={value}
                onChange={onChange}
              />
            </div>
          )}
        </Stateful>
      </Group>
    </>
  );
}
