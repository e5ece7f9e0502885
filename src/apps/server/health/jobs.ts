import type { Database } from '#platform/server/database/database.ts';

export interface JobState {
  name: string;
  /** When it was last begun. */
  at: string;
  failure: { at: string; words: string } | null;
  /** Its last run failed. */
  isFailing: boolean;
}

/** A failure is noted after its run was begun: whatever was begun later went well, or has not ended. */
export async function readJobs({ pool }: Pick<Database, 'pool'>): Promise<JobState[]> {
  const { rows } = await pool.query<JobState>(`
    select substr(j.key, 5) as name, j.value #>> '{}' as at, f.value as failure,
      coalesce((f.value ->> 'at')::timestamptz >= (j.value #>> '{}')::timestamptz, false) as "isFailing"
    from hub_meta j left join hub_meta f on f.key = 'job-failed:' || substr(j.key, 5)
    where j.key like 'job:%' order by 4 desc, 1`);
  return rows;
}
