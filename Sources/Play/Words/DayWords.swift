// Days as a person says them, and as they are stored.

import Language

/// The names of days.
enum DayWords {
    /// A day, given as the number of days since 1970: "Friday, 27 November".
    static func sentence(of day: Int) -> String {
        let (_, month, number) = civil(day)
        return tr(
            "{weekday}, {day} {month}", ["weekday": weekdays[weekday(of: day)], "day": number, "month": months[month - 1]])
    }

    /// A stored date with its time, "2026-11-21 15:04", in a list: "21 November, 15:04", or with the year instead of the time if that is not `year`.
    static func row(_ date: String, in year: Substring) -> String {
        let parts = date.split { "- :".contains($0) }
        guard parts.count == 5, let month = Int(parts[1]), months.indices.contains(month - 1), let day = Int(parts[2]) else {
            return date
        }
        let name = months[month - 1]
        return parts[0] == year
            ? tr("{day} {month}, {time}", ["day": day, "month": name, "time": String(date.suffix(5))])
            : tr("{day} {month} {year}", ["day": day, "month": name, "year": String(parts[0])])
    }

    /// The day of the week, Monday is 0: 1 January 1970 was a Thursday.
    static func weekday(of day: Int) -> Int { (day + 3) % 7 }

    private static var weekdays: [String] {
        [tr("Monday"), tr("Tuesday"), tr("Wednesday"), tr("Thursday"), tr("Friday"), tr("Saturday"), tr("Sunday")]
    }

    private static var months: [String] {
        [
            // Translators: months as in “27 November”.
            tr("January"), tr("February"), tr("March"), tr("April"), trc("May", "month"), tr("June"), tr("July"), tr("August"),
            tr("September"), tr("October"), tr("November"), tr("December"),
        ]
    }

    /// Year, month and day (Howard Hinnant, "chrono-compatible low-level date algorithms").
    fileprivate static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension String {
    /// A day, given as the number of days since 1970, as it is stored: "2026-11-21".
    init(day: Int) {
        let (year, month, number) = DayWords.civil(day)
        let numbers = [month, number].map { $0 < 10 ? "0\($0)" : "\($0)" }
        self = "\(year)-\(numbers[0])-\(numbers[1])"
    }
}
