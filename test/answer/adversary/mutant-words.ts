/** Each to one that makes a sentence wrong. */
export const opposites: Readonly<Record<string, string>> = {
  ...{
    paid: 'unpaid',
    unpaid: 'paid',
    public: 'private',
    private: 'public',
    internal: 'external',
    external: 'internal',
  },
  ...{
    manager: 'colleague',
    managers: 'colleagues',
    employees: 'contractors',
    employee: 'contractor',
    customers: 'suppliers',
  },
  ...{
    full: 'partial',
    first: 'last',
    last: 'first',
    strict: 'relaxed',
    direct: 'indirect',
    new: 'former',
    monthly: 'weekly',
  },
  ...{
    approved: 'rejected',
    accepted: 'refused',
    included: 'omitted',
    increase: 'decrease',
    higher: 'lower',
    open: 'closed',
  },
  ...{
    written: 'oral',
    weekly: 'daily',
    annual: 'monthly',
    annually: 'monthly',
    same: 'different',
    temporary: 'permanent',
  },
  ...{ senior: 'junior', early: 'late', start: 'end', company: 'personal', part: 'full', mandatory: 'voluntary' },
};

/** Words that another may stand for without making the sentence wrong. */
export const passing = new Set(
  'about above across after again against already almost along also always among another anybody anyone anything because beside besides beyond cannot despite during either else enough everyone everything except first given giving gives hence however instead least maybe might more most much must myself never nobody nothing often other others over perhaps quite rather receive received receives receiving same several shall such than them therefore thing things thus till together toward towards unless upon usually very whatever whenever wherever whether whoever whom whose yet you your yours yourself again among around because before being between could either every having other should since still their there these those through under until where which while would within without'.split(
    ' ',
  ),
);
