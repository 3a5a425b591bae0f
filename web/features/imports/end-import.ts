import * as imports from '../../../contract/imports.ts';
import { ApiError, api } from '../../data/api.ts';

/** Ends an import on the server and shares it. Called again after a lost answer, it gets the first one. */
export const shareImport = (id: string, signal?: AbortSignal): ReturnType<typeof api<typeof imports.share>> =>
  api(imports.share, { id }, { idempotencyKey: `${id} share`, ...(signal && { signal }) });

/** Ends an import on the server: its albums stay its member's alone. It may have ended already. */
export const keepImport = async (id: string): Promise<void> => {
  try {
    await api(imports.keep, { id });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
};
