import { createContext, useContext } from 'react';

type RouteExists = (path: string) => boolean;

const RouteExistsContext = createContext<RouteExists>(() => false);

export const RouteExistsProvider = RouteExistsContext.Provider;

/** Answers whether a path has a page in the route map, so that nothing leads to a page that is not there. */
export const useRouteExists = (): RouteExists => useContext(RouteExistsContext);
