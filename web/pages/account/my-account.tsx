import { useQuery } from '@tanstack/react-query';
import {
  ALargeSmall,
  Bell,
  Bug,
  ChevronRight,
  Eye,
  FlaskConical,
  HardDrive,
  Images,
  KeyRound,
  LogOut,
  Shield,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { useState, useEffect, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import * as account from '../../../contract/account.ts';
import { languageNames } from '../../../contract/shapes.ts';
import * as system from '../../../contract/system.ts';
import * as usage from '../../../contract/usage.ts';
import { useTitle } from '../../app/not-found.tsx';
import { useUser } from '../../app/session.tsx';
import { useSignOut } from '../../app/sign-out.tsx';
import { queryFor } from '../../data/query.ts';
import '../../features/account/account.css';
import { textSize } from '../../features/account/preferences/look.ts';
import { usageLevel } from '../../features/account/usage.ts';
import { commonOf, useNamedChoices } from '../../features/delivery/named-choices.ts';
import { VerifiedBadge } from '../../features/members/verified-badge.tsx';
import AddressesRow from '../../features/mailbox/by-mail/addresses-row.tsx';
import { PlanRows } from '../../features/account/plan-rows.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { ActRow, LinkRow, Rows } from '../../ui/layout/rows.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName, handle } from '../../ui/people/person-name.ts';
import { bytesInWords } from '../../words/bytes.ts';
import { words } from '../../words/words.ts';
import { go } from '../../app/navigation.ts';

/** The sections that My Account had as one page, by the page that has them now. Earlier mails link to them. */
const sections: Readonly<Record<string, readonly string[]>> = {
  profile: ['profile'],
  reach: ['notifications', 'delivery'],
  privacy: ['privacy', 'put-away'],
  'sign-in': ['password', 'protection', 'sessions'],
  data: ['import', 'export', 'browser', 'usage', 'video', 'frames', 'delete'],
  look: ['language'],
  plan: ['billing', 'trial'],
};

const movedTo = (hash: string): string | null => {
  const id = hash.slice(1);
  const page = Object.keys(sections).find((name) => sections[name]?.includes(id));
  return page === undefined ? null : `/my-account/${page}#${id}`;
};

// wouter reports its own navigation by the first two.
const moves = ['pushState', 'replaceState', 'hashchange', 'popstate'];

const watchHash = (changed: () => void) => {
  for (const move of moves) addEventListener(move, changed);
  return () => {
    for (const move of moves) removeEventListener(move, changed);
  };
};

/** Opens the page that replaced the section in the address; false where the address names none. */
const useOldAddress = (): boolean => {
  const to = movedTo(useSyncExternalStore(watchHash, () => location.hash));
  useEffect(() => {
    if (to !== null) go(to, { replace: true });
  }, [to]);
  return to !== null;
};

const texts = words.hub;

const BugDialog = lazyComponent(() => import('../../features/bug-reports/bug-dialog.tsx'));

export default function MyAccountPage() {
  if (useOldAddress()) return <main id="main" aria-busy="true" className="min-h-screen" />;
  return (
    <main id="main">
      <div className="rail">
        <Me />
        <div className="rm">
          <Pages />
          <PlanRows />
          <Rest />
        </div>
      </div>
    </main>
  );
}

function Me() {
  const me = useUser();
  useTitle(words.titles.account);
  return (
    <div className="rl me">
      <h1>{words.titles.account}</h1>
      <Link href="/profile">
        <PersonAvatar person={me} size="lg" />
        <span className="grow">
          <b className="block text-h3">{displayName(me)}</b>
          <span className="row wrap g8 small mut">
            {handle(me)} <VerifiedBadge of={me} />
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="mob" />
      </Link>
    </div>
  );
}

/** Each row is there immediately; its state comes when it is known. */
function Pages() {
  const me = useUser();
  const stats = useQuery(queryFor(account.stats, {})).data;
  const { choices } = useNamedChoices();
  const sessions = useQuery({ ...queryFor(account.sessions, {}), staleTime: 0 }).data;
  const stored = useQuery({ ...queryFor(usage.metrics, {}), staleTime: 0 }).data;
  return (
    <Rows>
      <LinkRow
        href="/profile"
        icon={Images}
        title={texts.moments}
        state={stats && texts.momentsState({ count: stats.memoriesShared })}
      />
      <LinkRow
        href="/my-account/profile"
        icon={UserRound}
        title={words.pageTitles.profile}
        state={texts.profileState}
      />
      <LinkRow
        href="/my-account/reach"
        icon={Bell}
        title={texts.reach}
        state={choices && reachState(choices)}
      />
      <LinkRow
        href="/my-account/privacy"
        icon={Eye}
        title={texts.privacy}
        state={texts.privacyState({ listed: me.listed, byEmail: me.findableByEmail })}
      />
      <LinkRow
        href="/my-account/sign-in"
        icon={KeyRound}
        title={texts.signIn}
        state={sessions && texts.devices({ count: sessions.length })}
      />
      <LinkRow
        href="/my-account/data"
        icon={HardDrive}
        title={texts.data}
        state={
          stored &&
          texts.dataState({
            used: bytesInWords(stored.usage),
            limit: bytesInWords(stored.limit),
            level: usageLevel(stored.percentage),
          })
        }
      />
      <LinkRow
        href="/my-account/look"
        icon={ALargeSmall}
        title={texts.look}
        state={texts.lookState({ size: textSize(), language: languageNames[me.language] })}
      />
      <AddressesRow />
    </Rows>
  );
}

const reachState = (circles: Parameters<typeof commonOf>[0]): string => {
  const { when, others } = commonOf(circles);
  return texts.reachState({ when: words.delivery.when[when], others: others.length });
};

function Rest() {
  const { isAdmin } = useUser();
  const { leave, question } = useSignOut();
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <Rows>
        {isAdmin ? <Administration /> : null}
        <ActRow icon={Bug} title={texts.report} onPress={() => setReporting(true)} opens />
        <LinkRow href="/test-scenarios" icon={FlaskConical} title={words.pageTitles.scenarios} />
        <ActRow icon={LogOut} title={words.shell.logout} onPress={leave} />
      </Rows>
      {isReporting ? <BugDialog onClose={() => setReporting(false)} /> : null}
      {question}
    </>
  );
}

function Administration() {
  const { data } = useQuery({ ...queryFor(system.setup, {}), staleTime: 0 });
  const open = data?.items.filter(({ state }) => state === 'todo') ?? [];
  const lacksMail = open.some(({ id }) => id === 'mail');
  return (
    <LinkRow
      href="/admin/reports"
      icon={Shield}
      title={texts.administration}
      state={
        open.length > 0 ? (
          <span className="warns">
            <TriangleAlert aria-hidden="true" />
            {lacksMail ? texts.mailOff : texts.open({ count: open.length })}
          </span>
        ) : null
      }
    />
  );
}
