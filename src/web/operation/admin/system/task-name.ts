/** The name of a background job, for example 'mail-decision-notice' becomes 'Mail decision notice'. */
export const taskName = (task: string): string => {
  const words = task.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
