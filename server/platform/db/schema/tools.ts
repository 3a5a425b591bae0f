import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// Tables of bug reports, the scenario tool and operations. `schema.ts` lists all tables.

export interface BugReports {
  id: Generated<number>;
  public_id: string;
  /** The member who reported the bug; null for a visitor. */
  user_id: number | null;
  title: string;
  description: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'closed';
  page_url: string;
  user_agent: string;
  /** The browser's data about itself, as JSON; null if it sent nothing. */
  browser: string | null;
  /** The errors that the browser logged, as a JSON list of strings. */
  console_errors: string;
  /** JSON list of the names of the picture's files, smallest first; empty without a picture. */
  pictures: string;
  created_at: number;
}

export interface ScenarioRuns {
  id: Generated<number>;
  public_id: string;
  node_id: string;
  started_at: number;
  /** Set while the run is active: at most one row has it. */
  running: Flag;
  /** Last heartbeat of the run. */
  beat_at: number;
  /** Number of scenarios. */
  total: number;
  /** Name of the scenario that runs now. */
  current_scenario: string | null;
  /** The results so far, as a JSON list in the shape of the contract. */
  results: string;
  /** Why the run ended early. */
  trouble: string | null;
}

/** Scenarios that a model proposed, or that were generated from the contract's schemas. */
export interface ScenarioIdeas {
  id: Generated<number>;
  public_id: string;
  name: string;
  description: string;
  category: string;
  priority: string;
  /** JSON list of the runner's steps. */
  steps: string;
  origin: 'model' | 'schema';
  created_at: number;
}

/** The running nodes, each by the name of its data folder. */
export interface Nodes {
  id: string;
  version: string;
  started_at: number;
  seen_at: number;
}

/** Deleted rows, recorded by triggers; a restore repeats these deletions. */
export interface Deletions {
  id: Generated<number>;
  kind: 'circle' | 'post' | 'comment' | 'photo';
  public_id: string;
  at: number;
}
