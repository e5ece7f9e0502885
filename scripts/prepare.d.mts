export function alone(
  mark: string,
  waiting: () => void,
  work: (wasCut: boolean) => Promise<void>,
): Promise<void>;
