import type { Generated } from 'kysely';
import type { Flag } from './schema.ts';

// The tables of bug reports, of the scenario tool and of whoever runs it; `schema.ts` names all tables.

export interface BugReports {
  id: Generated<number>;
  public_id: string;
  /** Null for a visitor, and once the member is gone. */
  user_id: number | null;
  title: string;
  description: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: 'open' | 'closed';
  page_url: string;
  user_agent: string;
  /** JSON, or null when the browser told nothing. */
  browser: string | null;
  /** JSON list of texts. */
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
  /** At most one row has it set. */
  running: Flag;
  /** When the run was last heard of. */
  beat_at: number;
  /** How many scenarios it has. */
  total: number;
  /** The name of the one that runs now. */
  current_scenario: string | null;
  /** JSON list of results, as the contract has them. */
  results: string;
  /** Why it ended early. */
  trouble: string | null;
}

/** Scenarios that a model proposed, or that were drawn from the interface's schemas. */
export interface ScenarioIdeas {
  id: Generated<number>;
  public_id: string;
  name: string;
  description: string;
  category: string;
  priority: string;
  /** JSON list of steps that the runner knows. */
  steps: string;
  origin: 'model' | 'schema';
  created_at: number;
}

/** The nodes that are up, each by the name of its data folder. */
export interface Nodes {
  id: string;
  version: string;
  started_at: number;
  seen_at: number;
}

/** What was deleted, written by the database itself. */
export interface Deletions {
  id: Generated<number>;
  kind: 'circle' | 'post' | 'comment' | 'photo';
  public_id: string;
  at: number;
}
