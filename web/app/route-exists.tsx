import { createContext, type ReactNode, useContext } from 'react';

type IsReachable = (path: string) => boolean;

const ReachableContext = createContext<IsReachable>(() => false);

export const RouteExistsProvider = ReachableContext.Provider;

/** Answers whether a path has a page in the route map, so that nothing leads to a page that is not there. */
export const useRouteExists = (): IsReachable => useContext(ReachableContext);

/** Shows a link only where its page exists. */
export function IfRouteExists({ path, children }: { path: string; children: ReactNode }) {
  const reachable = useRouteExists();
  return reachable(path) ? children : null;
}
