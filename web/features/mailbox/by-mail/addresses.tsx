import { useQueries, useQuery } from '@tanstack/react-query';
import { Contact } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import * as circles from '../../../../contract/circles.ts';
import * as mailbox from '../../../../contract/mailbox.ts';
import type { Circle } from '../../../../contract/shapes.ts';
import { useUser } from '../../../app/session.tsx';
import { queryFor } from '../../../data/query.ts';
import { Waiting } from '../../../data/waiting.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { words } from '../../../words/words.ts';
import { SearchField, useFound } from '../../members/search-field.tsx';
import { recentCircles } from '../../posts/composer/audience/last-audience.ts';
import { AddressRow } from './address-row.tsx';
import { saveContacts } from './contact-file.ts';
import './by-mail.css';

const texts = words.byMail;

/** Above so many circles there are the last few, and a search. */
const maxListed = 10;
const lastFew = 4;

/** The address of each circle to which the member may share. */
export function Addresses() {
  const query = useQuery(queryFor(circles.list, {}));
  return (
    <>
      <Waiting query={query} loading={words.controls.loading} failed={words.controls.notLoaded} />
      {query.data ? <Listed all={query.data} /> : null}
    </>
  );
}

function Listed({ all }: { all: readonly Circle[] }) {
  const { id: me } = useUser();
  const [search] = useSearchParams();
  // The circle from which the member came, then those with which they shared last.
  const [first] = useState(() => [search.get('circle'), ...recentCircles(me), ...all.map(({ id }) => id)]);
  const { typed, setTyped, wanted, found } = useFound(all, ({ name }) => name);
  const isLong = all.length > maxListed;
  const few = [...new Set(first)].flatMap((id) => all.find((circle) => circle.id === id) ?? []);
  const listed = wanted === '' ? few.slice(0, isLong ? lastFew : maxListed) : found.slice(0, maxListed);
  return (
    <section aria-labelledby="addresses">
      <div className="row wrap between">
        <h2 id="addresses" className="rhead">
          {texts.addresses}
        </h2>
        {isLong || all.length < 2 ? null : <SaveAll circles={all} />}
      </div>
      {isLong ? (
        <div className="mb-3">
          <SearchField
            label={words.compose.circles.search({ count: all.length })}
            value={typed}
            onChange={setTyped}
          />
        </div>
      ) : null}
      <p className={wanted === '' || found.length > 0 ? 'vh' : 'mut mb-3'} role="status">
        {wanted === '' ? '' : words.compose.circles.found({ count: found.length })}
      </p>
      <Rows>
        {listed.map((circle) => (
          <AddressRow key={circle.id} circle={circle} />
        ))}
      </Rows>
      <p className="small mut mt-3">{texts.yours}</p>
    </section>
  );
}

function SaveAll({ circles: all }: { circles: readonly Circle[] }) {
  const found = useQueries({
    queries: all.map(({ id }) => queryFor(mailbox.mailAddress, { id })),
    combine: (results) => results.map(({ data }) => data?.address),
  });
  const contacts = all.flatMap(({ name, color }, at) => {
    const address = found[at];
    return address === undefined ? [] : [{ name, color, address }];
  });
  return (
    <Button
      kind="ghost"
      size="sm"
      icon={Contact}
      flush
      disabled={contacts.length < all.length}
      onClick={() => saveContacts(contacts)}
    >
      {texts.saveAll}
    </Button>
  );
}
