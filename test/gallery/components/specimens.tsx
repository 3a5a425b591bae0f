import { type ReactNode, useState } from 'react';

/** Some components under one heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack g12 mt-8 items-start">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One component in several states, in a line that wraps. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="row wrap w-full">{children}</div>;
}

/** Form controls, as wide as a form. */
export function Form({ children }: { children: ReactNode }) {
  return <div className="stack g20 w-full max-w-[32rem]">{children}</div>;
}

/** Holds the value of a control, so that it reacts. */
export function Stateful<T>({
  start,
  children,
}: {
  start: T;
  children: (value: T, set: (next: T) => void) => ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

export const circles = [
  { id: 'family', name: 'Family', color: '#C2410C' },
  { id: 'friends', name: 'The Tuesday hiking group', color: '#2563EB' },
  { id: 'band', name: 'Band', color: '#7C3AED' },
  { id: 'house', name: 'House', color: '#0F766E' },
];

const person = { username: null, firstName: 'Maya', lastName: 'Okafor' };
export const pictured = { ...person, profileImageUrl: '/img/maya.webp' };
export const plain = { ...person, firstName: 'Jonas', lastName: 'Weber', profileImageUrl: null };
export const broken = { ...person, firstName: 'Ines', lastName: 'Duarte', profileImageUrl: '/img/gone.webp' };
