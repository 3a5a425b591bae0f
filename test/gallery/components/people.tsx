import { BadgeCheck, Clock, Images } from 'lucide-react';
import { Collapsible } from '../../../web/ui/layout/collapsible.tsx';
import { ListItem } from '../../../web/ui/layout/list-item.tsx';
import { ActRow, LinkRow, PlainRow, Rows, SelectRow } from '../../../web/ui/layout/rows.tsx';
import { Steps } from '../../../web/ui/layout/steps.tsx';
import { LinkTabs } from '../../../web/ui/layout/link-tabs.tsx';
import { Tabs } from '../../../web/ui/layout/tabs.tsx';
import { YearsNav } from '../../../web/ui/layout/years-nav.tsx';
import { Logo, Ring } from '../../../web/ui/pencil/ring.tsx';
import { TaperedRing } from '../../../web/ui/pencil/tapered-ring.tsx';
import { AudienceMark } from '../../../web/ui/people/audience-mark.tsx';
import { Avatar } from '../../../web/ui/people/avatar.tsx';
import { Badge, ByLetter, CircleDot } from '../../../web/ui/people/badge.tsx';
import { PersonAvatar } from '../../../web/ui/people/person-avatar.tsx';
import { Edited } from '../../../web/ui/text/edited.tsx';
import { QrCode } from '../../../web/ui/people/qr-code.tsx';
import { TimeAgo, VisuallyHidden } from '../../../web/ui/text/time-ago.tsx';
import { TimeSince } from '../../../web/ui/text/time-since.tsx';
import { words } from '../../../web/words/words.ts';
import { withIcons } from '../../../web/features/site/guide-icons.ts';
import { broken, circles, Form, Group, Line, pictured, plain, Stateful } from './specimens.tsx';

const sizes = ['sm', 'md', 'lg', 'xl'] as const;
const { verification, circles: circleTexts } = words;

export function People() {
  return (
    <>
      <Group title="PersonAvatar, Avatar">
        {[pictured, plain, broken].map((person) => (
          <Line key={person.firstName}>
            {sizes.map((size) => (
              <PersonAvatar key={size} person={person} size={size} />
            ))}
          </Line>
        ))}
        <Avatar src={null} name="" />
      </Group>
      <Group title="Badge, ByLetter">
        <Line>
          <Badge>{circleTexts.owner}</Badge>
          <Badge tone="line">{circleTexts.private}</Badge>
          <Badge tone="ok" icon={BadgeCheck}>
            {verification.states.approved.badge}
          </Badge>
          <Badge tone="warn" icon={Clock}>
            {verification.states.pending.badge}
          </Badge>
          <Badge tone="bad">{verification.states.rejected.badge}</Badge>
          <Badge tone="info">{verification.states.pending.badge}</Badge>
          <ByLetter of={{ byLetter: true }} />
        </Line>
      </Group>
      <Group title="CircleDot, AudienceMark">
        <Line>
          {circles.flatMap(({ id, color }, at) =>
            (['s', 'm', 'x'] as const).map((size) => (
              <CircleDot key={id + size} color={color} size={size} variant={at} />
            )),
          )}
        </Line>
        <AudienceMark circles={circles.slice(0, 1)} />
        <div className="row w-full max-w-80">
          <AudienceMark circles={circles} />
        </div>
        <AudienceMark circles={[]} />
        <AudienceMark circles={[]} none={words.posts.card.onlyYou} />
      </Group>
    </>
  );
}

export function Pencil() {
  return (
    <Group title="Logo, Ring, TaperedRing">
      <Logo />
      <Line>
        {[0, 1, 2, 3].map((variant) => (
          <span key={variant} className="relative inline-block w-16 h-16">
            <Ring shape="round" variant={variant} />
          </span>
        ))}
        {[0, 1, 2, 3].map((variant) => (
          <span key={variant} className="relative inline-block px-4 py-2 font-semibold">
            <Ring shape="wide" variant={variant} draw />
            {words.shell.circles}
          </span>
        ))}
      </Line>
      <Line>
        {[0, 1, 2, 3].map((variant) => (
          <span key={variant} className="relative inline-block w-30 h-30">
            <TaperedRing variant={variant} />
          </span>
        ))}
      </Line>
    </Group>
  );
}

const minuteMs = 60_000;
const openedAt = Date.now();
const agesInMinutes = [0, 12, 180, 3 * 1_440, 400 * 1_440];

export function Times() {
  return (
    <Group title="TimeAgo, TimeSince, Edited">
      <Edited iso={new Date(openedAt).toISOString()} />
      {agesInMinutes.map((minutes) => {
        const iso = new Date(openedAt - minutes * minuteMs).toISOString();
        return (
          <p key={minutes} className="row">
            <TimeAgo iso={iso} className="mut small" />
            <TimeSince iso={iso} />
          </p>
        );
      })}
    </Group>
  );
}

const tabs = [
  { value: 'signIn', label: words.auth.tabs.signIn },
  { value: 'signUp', label: words.auth.tabs.signUp },
];

export function Cards() {
  return (
    <>
      <Group title="LinkTabs">
        <LinkTabs
          label={words.posts.feed.shows}
          tabs={['moments', 'photos', 'albums'] as const}
          value="photos"
          hrefOf={(tab) => `#${tab}`}
          textOf={(tab) => words.posts.feed.rooms[tab]}
        />
      </Group>
      <Group title="YearsNav">
        <YearsNav
          label={words.timeline.years}
          years={[2026, 2025, 2019]}
          current={2025}
          className=""
          onGo={() => undefined}
        />
      </Group>
      <Group title="Tabs">
        <Stateful start="signIn">
          {(value, onChange) => (
            <Tabs label={words.auth.tabs.label} tabs={tabs} value={value} onChange={onChange}>
              {value === 'signIn' ? words.auth.signIn.intro : words.auth.signUp.intro}
            </Tabs>
          )}
        </Stateful>
      </Group>
      <Group title="Card, Collapsible, ListItem, Rows, Steps, VisuallyHidden">
        <Form>
          <section className="card">
            <h3>{words.videoSharing.title}</h3>
            <p className="mut">{words.videoSharing.allowed.all}</p>
            <VisuallyHidden>{words.videoSharing.allowed.off}</VisuallyHidden>
          </section>
          <div>
            {circles.slice(0, 2).map(({ id, name, color }, at) => (
              <Stateful key={id} start={at === 0}>
                {(open, onToggle) => (
                  <Collapsible
                    title={name}
                    note={circleTexts.members({ count: 8 })}
                    mark={<CircleDot color={color} variant={at} />}
                    end={<Badge tone="line">{circleTexts.priority({ value: 3 })}</Badge>}
                    open={open}
                    onToggle={() => onToggle(!open)}
                  >
                    <p className="mut px-4 pb-4">{words.emptyFeed.emptyCircleText}</p>
                  </Collapsible>
                )}
              </Stateful>
            ))}
          </div>
          <Rows>
            <LinkRow href="/circles" icon={Images} title={words.hub.moments} state={words.hub.profileState} />
            <ActRow title={words.hub.report} onPress={() => undefined} opens />
            <SelectRow title={words.delivery.hour} options={tabs} value="signIn" onChoose={() => undefined} />
            <PlainRow title={words.videoSharing.title} note={words.videoSharing.allowed.all} />
          </Rows>
          <ul className="list">
            <ListItem className="row min-h-15 py-2">{words.hub.profileState}</ListItem>
          </ul>
          <QrCode text="https://circle.example/join/ABCDEFGHJK" label={words.invitations.code.qr} />
          <Steps steps={withIcons('ios', words.install.ios.steps)} />
        </Form>
      </Group>
    </>
  );
}
