import { useState } from 'react';

/** Whether a value has ever changed since the component was first drawn: nothing moves without a cause. */
export const useChanged = (value: unknown): boolean => {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (!changed && value !== first) setChanged(true);
  return changed;
};
