/** Something stated, and where. */
export interface Said<T> {
  value: T;
  at: number;
  end: number;
}
