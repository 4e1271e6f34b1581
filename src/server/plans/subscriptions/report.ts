/** Reports a line to the operator's log. */
export type Report = (line: string) => void;
