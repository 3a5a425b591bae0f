import { nameOf } from './archive/source-file.ts';
import type { ChosenFile } from './archive/read-archive.ts';

/** Files that a member chose, and where the browser allows it handles that can be kept. */
export interface Choice {
  files: ChosenFile[];
  handles: FileSystemHandle[] | null;
}

interface Pickers {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>;
}

interface AskedHandle {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- TypeScript does not know these functions of Chromium yet
const pickers = () => globalThis as unknown as Pickers;
// oxlint-disable-next-line typescript/consistent-type-assertions -- missing in TypeScript's types of the DOM
const asked = (handle: FileSystemHandle) => handle as unknown as AskedHandle;

export const hasPickers = (): boolean => pickers().showOpenFilePicker !== undefined;

async function* filesIn(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<ChosenFile> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- missing in TypeScript's types of the DOM
  const children = (folder as unknown as { values: () => AsyncIterable<FileSystemHandle> }).values();
  for await (const child of children) {
    const childPath = `${path}/${child.name}`;
    if (child instanceof FileSystemDirectoryHandle) yield* filesIn(child, childPath);
    else if (child instanceof FileSystemFileHandle) yield { path: childPath, file: await child.getFile() };
  }
}

/** The files behind handles, with those in folders. */
const filesOf = async (handles: readonly FileSystemHandle[]): Promise<ChosenFile[]> => {
  const files: ChosenFile[] = [];
  for (const handle of handles) {
    if (handle instanceof FileSystemDirectoryHandle)
      for await (const file of filesIn(handle, handle.name)) files.push(file);
    else if (handle instanceof FileSystemFileHandle)
      files.push({ path: handle.name, file: await handle.getFile() });
  }
  return files;
};

/**
 * Asks for files or a folder by the browser's dialog. `onChosen` runs before they are listed, which takes long for a large folder.
 * @returns null if the member cancelled
 */
export const pick = async (what: 'files' | 'folder', onChosen: () => void): Promise<Choice | null> => {
  const { showOpenFilePicker, showDirectoryPicker } = pickers();
  try {
    const handles =
      what === 'folder'
        ? [await showDirectoryPicker?.()].filter((handle) => handle !== undefined)
        : ((await showOpenFilePicker?.({ multiple: true })) ?? []);
    onChosen();
    return { handles, files: await filesOf(handles) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
};

/** The files of an input. One for folders names their paths. */
export const choiceOf = (files: FileList | null): Choice => ({
  handles: null,
  files: [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || nameOf(file.name), file })),
});

/**
 * The files of kept handles. Some browsers ask the member again, which needs a click.
 * @returns null if the member or the browser refuses, or a file is gone
 */
export const reopen = async (handles: readonly FileSystemHandle[]): Promise<ChosenFile[] | null> => {
  try {
    for (const handle of handles) {
      const { queryPermission, requestPermission } = asked(handle);
      const options = { mode: 'read' } as const;
      const state =
        (await queryPermission?.call(handle, options)) === 'granted'
          ? 'granted'
          : await requestPermission?.call(handle, options);
      if (state !== undefined && state !== 'granted') return null;
    }
    return await filesOf(handles);
  } catch (error) {
    console.warn(error);
    return null;
  }
};
