import type { ReactNode } from 'react';
import { Denied } from '../../../web/ui/feedback/denied.tsx';
import { LinkDone, LinkInvalid } from '../../../web/ui/feedback/link-outcome.tsx';
import { Splash } from '../../../web/ui/feedback/splash.tsx';
import { Button, ButtonLink, TextLink } from '../../../web/ui/form/button.tsx';
import { TextField } from '../../../web/ui/form/text-field.tsx';
import { RailPage } from '../../../web/ui/layout/layouts.tsx';
import { SplitPage } from '../../../web/ui/layout/split-page.tsx';
import { CircleDot } from '../../../web/ui/people/badge.tsx';
import { words } from '../../../web/words/words.ts';
import { Buttons, Fields, Selections } from './forms.tsx';
import { InShell } from './in-shell.tsx';
import { Messages, Waiting } from './messages.tsx';
import { Cards, Pencil, People, Times } from './people.tsx';
import { circles } from './specimens.tsx';
import {
  BusyFormDialog,
  LongDialog,
  MenuOfOneChoice,
  MenuOfOptions,
  Offline,
  OpenConfirmDialog,
  OpenFormDialog,
  OpenPopover,
  WithToast,
  toasts,
  PageBelow,
} from './overlays.tsx';
import type { View } from './views.ts';

const { auth } = words;

export const show: Record<View, () => ReactNode> = {
  buttons: () => (
    <InShell title="Buttons">
      <Buttons />
    </InShell>
  ),
  fields: () => (
    <InShell title="Fields">
      <Fields />
    </InShell>
  ),
  choices: () => (
    <InShell title="Choices">
      <Selections />
    </InShell>
  ),
  messages: () => (
    <InShell title="Messages">
      <Messages />
      <Waiting />
    </InShell>
  ),
  people: () => (
    <InShell title="People">
      <People />
      <Pencil />
      <Times />
    </InShell>
  ),
  cards: () => (
    <InShell title="Cards">
      <Cards />
    </InShell>
  ),
  menu: () => (
    <PageBelow>
      <MenuOfOptions />
    </PageBelow>
  ),
  'menu-of-one-choice': () => (
    <PageBelow>
      <MenuOfOneChoice />
    </PageBelow>
  ),
  popover: () => <OpenPopover />,
  dialog: () => (
    <PageBelow>
      <LongDialog />
    </PageBelow>
  ),
  'form-dialog': () => (
    <PageBelow>
      <OpenFormDialog />
    </PageBelow>
  ),
  'form-dialog-busy': () => (
    <PageBelow>
      <BusyFormDialog />
    </PageBelow>
  ),
  confirm: () => (
    <PageBelow>
      <OpenConfirmDialog />
    </PageBelow>
  ),
  toast: () => <WithToast message={toasts.done} />,
  'toast-with-action': () => <WithToast message={toasts.action} />,
  'toast-of-failure': () => <WithToast message={toasts.failure} />,
  offline: () => <Offline />,
  splash: () => <Splash text={words.shell.splash} />,
  denied: () => (
    <Denied title={words.denied.title} text={words.denied.admin}>
      <ButtonLink href="/">{words.denied.home}</ButtonLink>
    </Denied>
  ),
  'link-done': () => (
    <LinkDone title={auth.reset.done} text={auth.reset.doneText} href="/auth" action={auth.reset.signIn} />
  ),
  'link-invalid': () => (
    <LinkInvalid
      title={auth.notMe.invalid}
      problem={auth.notMe.locked}
      text={auth.notMe.invalidText}
      href="/auth"
      action={auth.notMe.toSignIn}
    >
      <TextLink href="/forgot-password">{auth.reset.again}</TextLink>
    </LinkInvalid>
  ),
  'rail-page': () => (
    <RailPage
      form
      back={{ href: '/', label: words.controls.back }}
      mark={<CircleDot color={circles[0]?.color ?? ''} size="x" />}
      title={auth.forgotten.title}
      intro={auth.forgotten.intro}
      rail={<TextLink href="/auth">{auth.forgotten.back}</TextLink>}
    >
      <div className="card">
        <form noValidate className="stack g16">
          <TextField label={auth.forgotten.email} type="email" />
          <Button full>{auth.forgotten.submit}</Button>
        </form>
      </div>
    </RailPage>
  ),
  'split-page': () => (
    <SplitPage picture={{ src: '/img/party.webp', ring: [8, 46, 84, 42] }}>
      <h1>{auth.signIn.title}</h1>
      <p className="mut mb-5">{auth.signIn.intro}</p>
      <Button size="lg" full>
        {auth.welcome.join}
      </Button>
    </SplitPage>
  ),
};
