/** The exit code of a process that took too much memory. */
const overMemoryExit = 76;

/** Milliseconds between two checks. */
const interval = 20;

/**
 * Ends this process when it uses more bytes of memory than this, whatever they are used for. Node's own limits count
 * objects of JavaScript, and no buffers.
 */
export const limitMemory = (bytes: number): void => {
  setInterval(() => {
    if (process.memoryUsage.rss() > bytes) process.exit(overMemoryExit);
  }, interval).unref();
};
