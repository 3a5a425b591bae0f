import { createContext, type ReactNode, useContext } from 'react';

type IsReachable = (path: string) => boolean;

const ReachableContext = createContext<IsReachable>(() => false);

export const ReachableProvider = ReachableContext.Provider;

/** Answers whether a path has a page in the route map, so that nothing leads to a page that is not there. */
export const useReachable = (): IsReachable => useContext(ReachableContext);

/** Shows a link only where its page exists. */
export function IfReachable({ path, children }: { path: string; children: ReactNode }) {
  const reachable = useReachable();
  return reachable(path) ? children : null;
}
