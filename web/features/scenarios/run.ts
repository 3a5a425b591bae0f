import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as calls from '../../../contract/scenarios.ts';
import {
  countOf,
  statusIn,
  type TestResult,
  type TestRun,
  type TestScenario,
} from '../../../contract/scenarios.ts';
import { api, errorText } from '../../data/api.ts';
import { queryKey, queryFor } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.scenarios;

/** While a run is active, its status is polled. */
const pollMs = 1_000;

const statusKey = queryKey(calls.status, {});
const listKey = queryKey(calls.list, {});
const runsKey = queryKey(calls.runs, {});

/** The progress of the run. It is polled every second until the run is over, or a request fails. */
export const useRun = () => {
  const client = useQueryClient();
  const query = useQuery({
    ...queryFor(calls.status, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.status !== 'error' && state.data?.isRunning === true ? pollMs : false,
  });
  const run = query.data;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (!run) return;
    if (wasRunning.current && run.completed) {
      const { issues } = countOf(run);
      const { title, clean } = texts.finished;
      toast({ title, text: issues === 0 ? clean : texts.issuesFound({ count: issues }) });
      void client.invalidateQueries({ queryKey: listKey, exact: true });
      void client.invalidateQueries({ queryKey: runsKey, exact: true });
    }
    wasRunning.current = run.isRunning;
  }, [client, run]);
  return query;
};

const showError = (title: string) => (error: unknown) =>
  toast({ title, text: errorText(error), tone: 'destructive' });

export const useStartRun = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(calls.run, {}),
    onSuccess: (run) => {
      client.setQueryData(statusKey, run);
      void client.invalidateQueries({ queryKey: runsKey, exact: true });
    },
    onError: (error) => {
      showError(texts.startFailed)(error);
      // Another member may have started the run.
      void client.invalidateQueries({ queryKey: statusKey });
    },
  });
};

export const useGenerate = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(calls.generate, {}),
    onSuccess: (made) => {
      const title = texts.generated({ count: made.length });
      toast(
        made.some(({ generated }) => generated) ? { title, text: texts.generatedWithoutModel } : { title },
      );
      return client.invalidateQueries({ queryKey: listKey, exact: true });
    },
    onError: showError(texts.generateFailed),
  });
};

export interface Played extends TestScenario {
  result: TestResult | undefined;
}

/** Combines the scenarios with their results in the run. */
export const withResults = (scenarios: readonly TestScenario[], run: TestRun | undefined): Played[] => {
  if (!run) return scenarios.map((scenario) => ({ ...scenario, result: undefined }));
  return scenarios.map((scenario) => ({
    ...scenario,
    result: run.results.find(({ scenarioId }) => scenarioId === scenario.id),
    status: statusIn(run, scenario),
  }));
};
