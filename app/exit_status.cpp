#include "app/exit_status.h"

namespace diptych {

ExitStatus exitStatusOf(const Error& error) {
    switch (error.code) {
    case ErrorCode::Cancelled:
        return ExitStatus::Interrupted;
    case ErrorCode::BadRules:
        return ExitStatus::WrongUsage;
    case ErrorCode::CannotWrite:
        return ExitStatus::CannotWrite;
    case ErrorCode::CannotOpen:
    case ErrorCode::ReadFailed:
    case ErrorCode::Empty:
    case ErrorCode::Archive:
    case ErrorCode::NotJson:
    case ErrorCode::NotATrace:
    case ErrorCode::TooLarge:
    case ErrorCode::NoSuchSelection:
        return ExitStatus::CannotLoad;
    }
    return ExitStatus::CannotLoad;
}

} // namespace diptych
