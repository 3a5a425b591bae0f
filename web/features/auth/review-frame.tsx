import type { ReactNode } from 'react';
import { errorText } from '../../data/api.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

interface ReviewFrameProps {
  title: string;
  error: unknown;
  children: ReactNode;
}

/**
 * The frame of a question to the account's owner: its title, an error if it could not be loaded, and the question.
 */
export function ReviewFrame({ title, error, children }: ReviewFrameProps) {
  return (
    <>
      <h1>{title}</h1>
      {error ? (
        <Alert tone="bad" role="alert">
          {errorText(error)}
        </Alert>
      ) : null}
      {children}
    </>
  );
}

type Person = Parameters<typeof PersonAvatar>[0]['person'];

/** A person in a list of this question. */
export function ReviewedPerson({ person, children }: { person: Person; children: ReactNode }) {
  return (
    <li className="row g12 py-2">
      <PersonAvatar person={person} size="sm" />
      {children}
    </li>
  );
}
