import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Whether a file starts whole processes: long, and mostly waiting. */
const startsProcesses = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/api/process/');

/**
 * Starts the files with whole processes first. A fresh clone knows only sizes of files, not durations, and would end with one
 * of these while the other workers have nothing left.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(startsProcesses), ...sorted.filter((file) => !startsProcesses(file))];
  }
}
