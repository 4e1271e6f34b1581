/** Whether something succeeds. Who started it tells the admin about a failure. */
export const succeeds = (started: Promise<unknown>): Promise<boolean> =>
  started.then(
    () => true,
    () => false,
  );
