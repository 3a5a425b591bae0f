/** Concurrent calls with the same name share one run and its answer. */
export const createFlights = <T>() => {
  const flights = new Map<string | number, Promise<T>>();
  return (name: string | number, work: () => Promise<T>): Promise<T> => {
    const flight = flights.get(name) ?? work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
};
